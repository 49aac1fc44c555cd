export interface paths {
    "/_standin/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the accounts */
        get: operations["listAccounts"];
        put?: never;
        /**
         * Create an account with settings and a key
         * @description Omitted settings have the defaults of the server. If you give no key, the account gets the key `sk_standin_<name>`.
         */
        post: operations["openAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_standin/accounts/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read an account: its ledger, clock and counters */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        /**
         * Delete an account and abort its requests in flight
         * @description The next request with a key of the account creates the account again, unless the control API issued the key. You can also delete an account whose data in the shared store is damaged.
         */
        delete: operations["deleteAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_standin/accounts/{name}/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reset an account to its initial state
         * @description This resets the ledger, clock, counters, generations, Idempotency-Keys, revocations, fault rules, scenarios and journal. Requests in flight are aborted, so no response from before the reset arrives after it. The seed does not change, so a repeated run gets the same random choices.
         */
        post: operations["resetAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_standin/accounts/{name}/balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the balance of an account
         * @description `granted_usd` changes by the same amount, so that the ledger stays balanced.
         */
        put: operations["setBalance"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_standin/accounts/{name}/grants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Add credits to an account, or remove credits with a negative amount */
        post: operations["grantCredits"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_standin/accounts/{name}/ledger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the ledger of an account, entry by entry
         * @description The rows come from the requests in the journal of the account, and from changes without a request. `opening` plus all rows equals `ledger`.
         */
        get: operations["readLedger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_standin/accounts/{name}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Add a key to an account */
        post: operations["issueKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_standin/accounts/{name}/keys/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke one key of an account, or all its keys
         * @description A request with a revoked key is rejected like a request with an unknown key.
         */
        post: operations["revokeKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_standin/accounts/{name}/keys/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a revoked key, or all keys of the account
         * @description Keys that were revoked together can only be restored together.
         */
        post: operations["restoreKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_standin/clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the default clock of new accounts */
        get: operations["getDefaultClock"];
        /**
         * Freeze or scale the default clock of new accounts
         * @description Existing accounts keep their clocks. If the key of an account contains a clock setting, the account uses that setting instead of the default clock.
         */
        put: operations["setDefaultClock"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_standin/clock/advance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Move the default clock of new accounts */
        post: operations["advanceDefaultClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_standin/accounts/{name}/clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read an account's clock */
        get: operations["getClock"];
        /**
         * Freeze or scale an account's clock, or return it to real time
         * @description `frozen` and a rate such as `x60` continue from the current time of the clock. `real` and `frozen@<time>` set the clock to a new time.
         */
        put: operations["setClock"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_standin/accounts/{name}/clock/advance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move an account's clock by a duration or to a time
         * @description The response lists the events between the old reading and the new reading, in order.
         */
        post: operations["advanceClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_standin/accounts/{name}/clock/run-until-idle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move an account's clock to the end of its last timed generation
         * @description Generations that wait for polls, or for you to move them, do not change. `live` is the number of generations that have not ended.
         */
        post: operations["runUntilIdle"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_standin/accounts/{name}/generations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the generations of an account
         * @description This request does not count as a poll. This request does not change a status or settle a reservation.
         */
        get: operations["listGenerations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_standin/accounts/{name}/generations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a generation without a poll */
        get: operations["getGeneration"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_standin/accounts/{name}/generations/{id}/clip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the clip of a generation without an API key
         * @description The content of the generation; supports ETag, Range and conditional requests. Fault rules, rate limits and the journal ignore this request. If the clip is not rendered yet, the server renders it first.
         */
        get: operations["readClip"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_standin/accounts/{name}/generations/{id}/move": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move a generation to a later status
         * @description The status `completed` captures the reservation. The status `failed` refunds the reservation.
         */
        post: operations["moveGeneration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_standin/accounts/{name}/faults": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List an account's fault rules */
        get: operations["listFaults"];
        /**
         * Replace all of an account's fault rules
         * @description An empty list removes all rules. You can send the rules that a response of this path returned. In rules that you send, `seen` and `hits` are ignored, and the counts start at 0.
         */
        put: operations["replaceFaults"];
        /** Add a fault rule at the end of the list */
        post: operations["addFault"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_standin/accounts/{name}/faults/restart": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reset the counts of all fault rules
         * @description This resets the counts of the account's own rules, of its scenarios, and of the rules in the settings. Rules, scenarios, generations and credits do not change.
         */
        post: operations["restartFaults"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_standin/accounts/{name}/faults/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a fault rule */
        delete: operations["removeFault"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_standin/scenarios": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the named failure scenarios */
        get: operations["listScenarios"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_standin/accounts/{name}/scenarios": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the scenarios that are on for an account, with their counts */
        get: operations["listAccountScenarios"];
        /**
         * Turn scenarios on for an account, and turn all others off
         * @description An empty list turns all scenarios off. Each named scenario starts again, even if it was on; its rule for "the first three requests" counts from the next request. The change affects later requests. The duration and the end of existing generations do not change. The opening balance of a scenario only applies to an account that is created with the scenario. An account that does not exist yet is created, with the settings of its key.
         */
        put: operations["setScenarios"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_standin/journal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the requests that did not reach an account
         * @description These are requests with unknown keys and requests to unknown paths.
         */
        get: operations["listStrays"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_standin/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List summaries of the latest requests of all accounts, or of one account
         * @description The list includes requests that did not reach an account. The event `request` reports each later request in the same form. To read earlier requests, send the `seq` of the oldest listed request as `before`.
         */
        get: operations["listLatestRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_standin/accounts/{name}/journal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the requests of an account */
        get: operations["listRequests"];
        put?: never;
        post?: never;
        /** Clear the journal of an account */
        delete: operations["clearJournal"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_standin/accounts/{name}/journal/find": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find the requests of an account that match a filter
         * @description This works like `GET /_standin/accounts/{name}/journal`, but it supports all fields of the filter.
         */
        post: operations["findRequests"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_standin/accounts/{name}/journal/wait": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Wait for requests, or for a status of a generation
         * @description Responds as soon as the condition holds. At the timeout, the response lists the requests that are nearest to the condition. Waiting does not count as a poll.
         */
        post: operations["waitForRequests"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_standin/accounts/{name}/journal/sequence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Check that requests arrived in a given order; other requests may lie between them */
        post: operations["findSequence"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_standin/accounts/{name}/journal/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Export the requests of an account */
        get: operations["exportJournal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_standin/explain/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Explain in plain words why a request got its response
         * @description The id of a request is in the header `x-request-id` of its response.
         */
        get: operations["explainRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_standin/accounts/{name}/snapshot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the whole state of an account as JSON
         * @description The snapshot contains the ledger, clock, counters, generations, Idempotency-Keys, revocations and fault rules with their counts. All parts of a snapshot are from the same time.
         */
        get: operations["takeSnapshot"];
        /**
         * Restore an account from a snapshot
         * @description The clock continues from its reading in the snapshot. Requests in flight are aborted. The snapshot may come from another account. An account that does not exist is created. The account does not change until the server has read the whole snapshot.
         */
        put: operations["restoreSnapshot"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_standin/accounts/{name}/fork": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Copy an account to a new account
         * @description Later changes to one account do not affect the other. The same requests get the same responses from both accounts.
         */
        post: operations["forkAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_standin/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Receive events as server-sent events (SSE)
         * @description The event types are `generation`, `account`, `clock`, `request` (only if the journal is on), `fault` and `lost`. `clock` lists the changes that happened because the clock was moved. `request` has the form of an entry of `GET /_standin/requests`. `fault` is sent when a fault rule fires. `lost` contains the number of events that a slow client missed, or null if the number is unknown. Each event except `lost` has the fields `account` and `at`. The stream starts when the client connects, or after the event in `Last-Event-ID`.
         */
        get: operations["listenToEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_standin/server": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read whether this server is an emulator or a proxy in front of a real service */
        get: operations["describeServer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_standin/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the OpenAPI document of the control API */
        get: operations["describeControlApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the OpenAPI document of the emulated API */
        get: operations["describeApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Account: {
            name: string;
            forked_from: string | null;
            ledger: components["schemas"]["Ledger"];
            clock: components["schemas"]["Clock"];
            settings: {
                balance: number;
                latency: string;
                seed: number;
                /** @enum {string} */
                settle: "on_poll" | "eager";
                /** @enum {string} */
                limits: "off" | "realistic";
                /** @enum {string} */
                wire: "real" | "clock";
            };
            counters: {
                /** @description The number of generations that were ever created. */
                created: number;
            };
            /** @enum {string} */
            keys: "valid" | "some_revoked" | "revoked";
            /** @description Failure scenarios that are on for the whole account. */
            scenarios: string[];
        };
        Clock: {
            /**
             * Format: date-time
             * @description A time on the account's clock.
             */
            now: string;
            /** @description The clock in the form of the setting: `real`, `frozen`, or a rate such as `x60`. */
            clock: string;
            /**
             * @description The kind of the clock: the value of `clock` without a rate.
             * @enum {string}
             */
            mode: "real" | "scaled" | "frozen";
            /** @description Seconds on the account's clock per real second. 0 means that the clock is frozen. */
            rate: number;
        };
        /** @description At all times, balance + reserved + captured = granted. */
        Ledger: {
            granted_usd: number;
            balance_usd: number;
            reserved_usd: number;
            captured_usd: number;
        };
        ClockChange: {
            clock: components["schemas"]["Clock"];
            /** @description The changes, in the order in which they happened. */
            events: components["schemas"]["TimeEvent"][];
            /** @description The number of generations that have not ended. */
            live: number;
        };
        /** @description A change that the clock caused. */
        TimeEvent: {
            /** @constant */
            type: "generation";
            /** Format: date-time */
            at: string;
            id: string;
            /** @enum {string} */
            from: "pending" | "running" | "completed" | "failed";
            /** @enum {string} */
            to: "pending" | "running" | "completed" | "failed";
            /** @description Whether the record already shows this change. If not, the next poll shows the change. */
            settled: boolean;
        } | {
            /** @enum {string} */
            type: "capture" | "refund";
            /** Format: date-time */
            at: string;
            id: string;
            amount_usd: number;
        } | {
            /** @constant */
            type: "idempotency_expired";
            /** Format: date-time */
            at: string;
            id: string;
            key: string;
        } | {
            /** @constant */
            type: "rate_refilled";
            /** Format: date-time */
            at: string;
            /** @enum {string} */
            operation: "create" | "get" | "content";
        };
        Generation: {
            id: string;
            /**
             * @description The status that a client last saw.
             * @enum {string}
             */
            status: "pending" | "running" | "completed" | "failed";
            /** Format: date-time */
            created_at: string;
            cost_usd: number;
            prompt: string;
            workflow: string;
            resolution: string;
            duration_seconds: number;
            failure_code: ("input_content_rejected" | "person_likeness_rejected" | "output_content_rejected" | "copyright_rejected" | "image_fetch_failed" | "audio_fetch_failed" | "image_invalid" | "audio_invalid" | "source_video_unavailable" | "queue_timeout" | "generation_timeout" | "capacity_unavailable" | "no_output" | "generation_failed" | "internal_error") | null;
            failure_message: string | null;
            /** @description How the status changes. `timed`: at `starts_at` and `ends_at`. `polls`: after a number of polls. `manual`: only when you move the generation. `waiting`: the input files are not loaded yet. */
            plan: {
                /** @enum {string} */
                kind: "timed" | "polls" | "manual" | "waiting";
            } & {
                [key: string]: unknown;
            };
            source_video_ids: string[];
        };
        FaultRule: {
            /** @description the name of the rule in responses and in the journal; generated if omitted */
            id?: string;
            /**
             * @description `false` turns the rule off without removing it
             * @default true
             */
            enabled: boolean;
            /**
             * @description which requests match the rule; a request must meet all conditions. A condition that a phase cannot check counts as not met
             * @default {}
             */
            match: {
                /** @description the operation, or a list of operations: `create`, `get` (a poll) or `content` (a download) */
                operation?: ("create" | "get" | "content") | ("create" | "get" | "content")[];
                /**
                 * @description the phase of a request in which the rule acts; by default the earliest possible phase
                 * @enum {string}
                 */
                phase?: "before-authentication" | "before-reservation" | "after-reservation" | "while-running" | "after-completion" | "during-download";
                /** @description the workflow of the create, or a list of workflows */
                workflow?: ("text" | "image" | "first-and-last-frame" | "reference" | "edit" | "extend") | ("text" | "image" | "first-and-last-frame" | "reference" | "edit" | "extend")[];
                /** @description the resolution of the create, or a list of resolutions */
                resolution?: ("480p" | "720p" | "1080p") | ("480p" | "720p" | "1080p")[];
                /** @description a text that the prompt contains; case does not matter */
                prompt?: string;
                /** @description the id of a generation */
                generation?: string;
                /** @description the status of the generation that the request finds, or a list of statuses */
                status?: ("pending" | "running" | "completed" | "failed") | ("pending" | "running" | "completed" | "failed")[];
                /** @description whether the request carries an Idempotency-Key */
                idempotency_key?: boolean;
                /** @description whether the download has a Range header */
                range?: boolean;
                /** @description whether the path of the request has a prefix before `/v1` */
                under_path?: boolean;
                /** @description the position of the request, or a list of positions, counted from 1 among the requests that meet the other conditions */
                nth?: number | number[];
            };
            /**
             * @description which of the matching requests the rule affects; a request must meet all conditions
             * @default {}
             */
            when: {
                /** @description the number of requests to skip first */
                after?: number;
                /** @description maximum number of requests that the rule acts on, counted after the skipped requests */
                first?: number;
                /** @description acts on every second request (2), every third request (3) and so on */
                every?: number;
                /** @description the probability that the rule fires for a request; the random draws depend on the seed of the account */
                probability?: number;
                /** @description acts only in this window, in seconds on the account's clock since the first matching request */
                window?: {
                    /**
                     * @description the start of the window
                     * @default 0
                     */
                    from_seconds: number;
                    /** @description the end of the window */
                    to_seconds: number;
                };
                /** @description acts for `forSeconds` out of every `everySeconds`. In the first `rampSeconds` of each outage, the chance of a failure grows from 0 to 1 */
                outage?: {
                    /** @description seconds from the start of one outage to the start of the next; 0 means a single outage */
                    every_seconds: number;
                    /** @description the duration of each outage in seconds */
                    for_seconds: number;
                    /**
                     * @description the number of seconds at the start of each outage during which failures become more likely
                     * @default 0
                     */
                    ramp_seconds: number;
                };
                /**
                 * @description whether requests are counted together for the account, or separately for each generation
                 * @default account
                 * @enum {string}
                 */
                per: "account" | "generation";
            };
            /**
             * @description the effect; by default a 503 response
             * @default {
             *       "kind": "answer"
             *     }
             */
            effect: {
                /**
                 * @description sends this response. Depending on the phase, the engine does not process the request, or the response of the engine is replaced
                 * @constant
                 */
                kind: "answer";
                /**
                 * @description the status of the response
                 * @default 503
                 */
                status: number;
                /** @description the error code, which may be undocumented; by default a code that fits the status */
                code?: string;
                /** @description the message of the error */
                message?: string;
                /**
                 * @description additional headers; their names must be in lower case
                 * @default {}
                 */
                headers: {
                    [key: string]: string;
                };
                /** @description the Retry-After header: a number of seconds, any text, or an HTTP date in the future on the account's clock */
                retry_after?: number | string | {
                    /** @description an HTTP date this many seconds in the future */
                    date_in_seconds: number;
                };
                /**
                 * @description the body: a documented error (`envelope`), nothing (`empty`), an HTML page (`html`), broken JSON (`malformed`), or your own JSON or text
                 * @default envelope
                 */
                body: ("envelope" | "empty" | "html" | "malformed") | {
                    /** @description any value, sent as JSON */
                    json: components["schemas"]["Shared-schema0"];
                } | {
                    /** @description any text, sent unchanged */
                    text: string;
                };
                /** @description the Content-Type header; by default the type of the body */
                content_type?: string;
            } | {
                /**
                 * @description waits
                 * @constant
                 */
                kind: "delay";
                /** @description the delay in milliseconds: a number, or a random distribution */
                ms: number | {
                    /** @description the shortest and the longest delay; all values between them are equally likely */
                    uniform: [
                        number,
                        number
                    ];
                } | {
                    /** @description delays that are mostly near the median, and sometimes much longer */
                    lognormal: {
                        /** @description the median: half of the delays are shorter */
                        median: number;
                        /** @description the spread of the delays; with 0, all delays are the median */
                        sigma: number;
                    };
                };
                /**
                 * @description where the delay is: before the headers, or between the headers and the body
                 * @default headers
                 * @enum {string}
                 */
                before: "headers" | "body";
            } | {
                /**
                 * @description ends the response early: `reset` with RST, `cut` with FIN, `stall` by sending no more bytes
                 * @enum {string}
                 */
                kind: "reset" | "cut" | "stall";
                /**
                 * @description where the response ends: before the headers (`start`), after the headers (`headers`), or after a fraction of the body
                 * @default start
                 */
                at: ("start" | "headers") | number;
                /**
                 * @description `chunked` omits Content-Length, so that only the missing last chunk shows that the body is incomplete
                 * @default kept
                 * @enum {string}
                 */
                length: "kept" | "chunked";
            } | {
                /**
                 * @description accepts the request and never responds
                 * @constant
                 */
                kind: "drop";
            } | {
                /**
                 * @description sends the body slowly
                 * @constant
                 */
                kind: "throttle";
                /** @description bytes of the body per second */
                bytes_per_second: number;
            } | {
                /**
                 * @description changes the plan or the refund of the generation that is being created
                 * @constant
                 */
                kind: "outcome";
                /** @description makes the generation fail */
                fail?: {
                    /**
                     * @description the status in which the generation fails
                     * @enum {string}
                     */
                    from: "pending" | "running";
                    /**
                     * @description the code of the failure
                     * @enum {string}
                     */
                    code: "input_content_rejected" | "person_likeness_rejected" | "output_content_rejected" | "copyright_rejected" | "image_fetch_failed" | "audio_fetch_failed" | "image_invalid" | "audio_invalid" | "source_video_unavailable" | "queue_timeout" | "generation_timeout" | "capacity_unavailable" | "no_output" | "generation_failed" | "internal_error";
                    /** @description the number of the input file that failed, counted from 1 */
                    input?: number;
                };
                /**
                 * @description keeps the generation in this status: `pending` without end, or `running` for `giveUpSeconds`
                 * @enum {string}
                 */
                stick?: "pending" | "running";
                /**
                 * @description seconds on the account's clock until a generation stuck in `running` fails with `generation_timeout`
                 * @default 2700
                 */
                give_up_seconds: number;
                /**
                 * @description moves the generation from `pending` directly to its final status
                 * @default false
                 */
                skip_running: boolean;
                /**
                 * @description a deliberate violation of the API document: the refund comes one poll late, twice, or never
                 * @enum {string}
                 */
                refund?: "late" | "twice" | "never";
            } | {
                /**
                 * @description changes the record in a response
                 * @constant
                 */
                kind: "record";
                /** @description the status that the record shows */
                status?: string;
                /**
                 * @description top-level fields to change or add
                 * @default {}
                 */
                set: {
                    [key: string]: components["schemas"]["Shared-schema1"];
                };
                /**
                 * @description top-level fields to remove
                 * @default []
                 */
                remove: string[];
            } | {
                /**
                 * @description changes how a clip is sent, or the clip itself
                 * @constant
                 */
                kind: "content";
                /**
                 * @description responds to a range request with 200 and the whole clip
                 * @default false
                 */
                ignore_range: boolean;
                /**
                 * @description sends another ETag in each response
                 * @default false
                 */
                change_etag: boolean;
                /**
                 * @description responds to a range request with a wrong part: shorter than its Content-Range, with another start, or with another total size
                 * @enum {string}
                 */
                wrong_part?: "shorter" | "elsewhere" | "other-total";
                /**
                 * @description the difference between Content-Length and the real length, in bytes
                 * @default 0
                 */
                length_delta: number;
                /**
                 * @description damages the clip: without an index, with wrong bytes, or with another number of frames per second
                 * @enum {string}
                 */
                damage?: "moov-cut" | "bytes-flipped" | "wrong-fps";
                /**
                 * @description redirects to another origin, which serves the clip to every client that has the URL
                 * @default false
                 */
                other_origin: boolean;
            } | {
                /**
                 * @description changes the account
                 * @constant
                 */
                kind: "account";
                /** @description the new balance of the account in US dollars */
                balance_usd?: number;
                /**
                 * @description revokes the key, so that later requests with it are rejected
                 * @default false
                 */
                revoke_key: boolean;
                /** @description moves the account's clock by this many seconds; a negative number moves it back */
                advance_seconds?: number;
            } | {
                /**
                 * @description multiplies the cost of the create
                 * @constant
                 */
                kind: "price";
                /** @description the number by which the cost of the create is multiplied */
                factor: number;
            };
            /**
             * @description when the rule stops permanently
             * @default {}
             */
            limit: {
                /** @description the maximum number of requests for which the rule fires */
                hits?: number;
                /** @description how long the rule is active, in seconds on the account's clock. The time starts when the control API adds the rule. For other rules, the time starts with the first matching request */
                ttl_seconds?: number;
            };
            /** @description a note on the purpose of the rule */
            note?: string;
        };
        /** @description A fault rule. `seen` is the number of requests that matched the rule. `hits` is the number of requests for which the rule fired. A spent rule does not fire until its counts are reset. */
        RuleInUse: {
            id: string;
            seen: number;
            hits: number;
            spent: boolean;
        } & {
            [key: string]: unknown;
        };
        /** @description A failure scenario: the behavior of the server, the behavior of a correct client, and its rules. */
        Scenario: {
            number: number;
            name: string;
            server: string;
            client: string;
            /** @description Further search words. */
            keywords: string[];
            /** @description The parts of the account that the scenario changes, even if it is turned on for only one generation. */
            changes: ("balance" | "clock" | "key")[];
            rules: {
                [key: string]: unknown;
            }[];
            /** @description Why the scenario cannot be turned on. Null if it can. */
            problem: string | null;
        };
        /** @description A scenario that is turned on. `seen` counts how often the rules of the scenario matched a request, and `hits` counts how often they fired. A spent scenario has no effect until it is turned on again. */
        ActiveScenario: {
            name: string;
            seen: number;
            hits: number;
            spent: boolean;
        };
        /** @description A request with everything that the journal recorded about it. The API key is not included. */
        JournalEntry: {
            seq: number;
            request_id: string;
            account: string | null;
            at: string;
            method: string;
            path: string;
            attempt: number;
            status: number;
            generation: string | null;
            faults: string[];
        } & {
            [key: string]: unknown;
        };
        JournalFilter: {
            /** @enum {string} */
            operation?: "create" | "get" | "content";
            /** @description in capitals */
            method?: string;
            /** @description path and query exactly as in the request */
            path?: string;
            /** @description a status such as 404, a class such as 4xx, or a list of these */
            status?: (number | string) | (number | string)[];
            /** @description error code */
            code?: string;
            request_id?: string;
            /** @description id of the generation that the request was about */
            generation?: string;
            idempotency_key?: string;
            attempt?: number;
            min_attempt?: number;
            /** @description a part of the prompt */
            prompt?: string;
            range?: string;
            is_aborted?: boolean;
            /** @description id of a fault rule that fired */
            fault?: string;
            body_hash?: string;
            /** @description a key's fingerprint */
            key?: string;
            /** @description only requests at or after this time on the account's clock */
            from?: number | string;
            /** @description only requests at or before this time on the account's clock */
            to?: number | string;
        };
        /** @description The state of a whole account. The fields in `state` may change between versions. */
        Snapshot: {
            /** @constant */
            format: "standin-account";
            /** @constant */
            version: 2;
            state: {
                account: {
                    name: string;
                    origin: string;
                    settings: {
                        balance: number;
                        latency: {
                            /** @enum {string} */
                            profile: "instant" | "fast" | "realistic" | "manual";
                        } | {
                            /** @constant */
                            profile: "polls";
                            pending: number;
                            running: number;
                        } | {
                            /** @constant */
                            profile: "seconds";
                            pending: {
                                median_ms: number;
                                p95_ms: number;
                            };
                            running: {
                                median_ms: number;
                                p95_ms: number;
                            };
                        };
                        seed: number;
                        /** @enum {string} */
                        settle: "on_poll" | "eager";
                        /** @enum {string} */
                        limits: "off" | "realistic";
                        clock: {
                            /** @constant */
                            mode: "real";
                        } | {
                            /** @constant */
                            mode: "frozen";
                            at?: number;
                        } | {
                            /** @constant */
                            mode: "scaled";
                            rate: number;
                        };
                        scenario?: string;
                        /** @enum {string} */
                        wire: "real" | "clock";
                    };
                    set_up: string;
                    clock: {
                        anchor: number;
                        reading: number;
                        rate: number;
                    };
                    ledger: {
                        granted: number;
                        balance: number;
                        reserved: number;
                        captured: number;
                    };
                    is_revoked: boolean;
                    revoked_keys: string[];
                    scenarios: string[];
                    created: number;
                    slots: number[];
                    full_at: {
                        create: number;
                        get: number;
                        content: number;
                    };
                };
                generations: {
                    id: string;
                    seed: number;
                    created_at: number;
                    assignment: {
                        prompt: string;
                        /** @enum {string} */
                        workflow: "text" | "image" | "first-and-last-frame" | "reference" | "edit" | "extend";
                        /** @enum {string} */
                        resolution: "480p" | "720p" | "1080p";
                        size: {
                            width: number;
                            height: number;
                        };
                        seconds: number;
                        audio: boolean;
                        images: {
                            url: string;
                            handles: string[];
                        }[];
                        audios: {
                            url: string;
                            handles: string[];
                        }[];
                        sources: {
                            id: string;
                            handles: string[];
                        }[];
                        /** @default 0 */
                        depth: number;
                    };
                    cost: number;
                    plan: {
                        /** @constant */
                        kind: "timed";
                        starts_at: number;
                        ends_at: number;
                        failure?: {
                            /** @enum {string} */
                            code: "input_content_rejected" | "person_likeness_rejected" | "output_content_rejected" | "copyright_rejected" | "image_fetch_failed" | "audio_fetch_failed" | "image_invalid" | "audio_invalid" | "source_video_unavailable" | "queue_timeout" | "generation_timeout" | "capacity_unavailable" | "no_output" | "generation_failed" | "internal_error";
                            /** @enum {string} */
                            from: "pending" | "running";
                            input?: number;
                        };
                    } | {
                        /** @constant */
                        kind: "polls";
                        pending: number;
                        running: number;
                        failure?: {
                            /** @enum {string} */
                            code: "input_content_rejected" | "person_likeness_rejected" | "output_content_rejected" | "copyright_rejected" | "image_fetch_failed" | "audio_fetch_failed" | "image_invalid" | "audio_invalid" | "source_video_unavailable" | "queue_timeout" | "generation_timeout" | "capacity_unavailable" | "no_output" | "generation_failed" | "internal_error";
                            /** @enum {string} */
                            from: "pending" | "running";
                            input?: number;
                        };
                    } | {
                        /** @constant */
                        kind: "manual";
                        failure?: {
                            /** @enum {string} */
                            code: "input_content_rejected" | "person_likeness_rejected" | "output_content_rejected" | "copyright_rejected" | "image_fetch_failed" | "audio_fetch_failed" | "image_invalid" | "audio_invalid" | "source_video_unavailable" | "queue_timeout" | "generation_timeout" | "capacity_unavailable" | "no_output" | "generation_failed" | "internal_error";
                            /** @enum {string} */
                            from: "pending" | "running";
                            input?: number;
                        };
                    } | {
                        /** @constant */
                        kind: "waiting";
                        is_adaptive?: boolean;
                        changes?: {
                            fail?: {
                                /** @enum {string} */
                                code: "input_content_rejected" | "person_likeness_rejected" | "output_content_rejected" | "copyright_rejected" | "image_fetch_failed" | "audio_fetch_failed" | "image_invalid" | "audio_invalid" | "source_video_unavailable" | "queue_timeout" | "generation_timeout" | "capacity_unavailable" | "no_output" | "generation_failed" | "internal_error";
                                /** @enum {string} */
                                from: "pending" | "running";
                                input?: number;
                            };
                            /** @enum {string} */
                            stick?: "pending" | "running";
                            give_up_seconds: number;
                            skip_running: boolean;
                        }[];
                    };
                    polls: number;
                    /** @enum {string} */
                    status: "pending" | "running" | "completed" | "failed";
                    scenarios: string[];
                    fault?: string;
                    /** @enum {string} */
                    refund?: "late" | "twice" | "never";
                    failure?: {
                        /** @enum {string} */
                        code: "input_content_rejected" | "person_likeness_rejected" | "output_content_rejected" | "copyright_rejected" | "image_fetch_failed" | "audio_fetch_failed" | "image_invalid" | "audio_invalid" | "source_video_unavailable" | "queue_timeout" | "generation_timeout" | "capacity_unavailable" | "no_output" | "generation_failed" | "internal_error";
                        /** @enum {string} */
                        from: "pending" | "running";
                        input?: number;
                    };
                }[];
                open: string[];
                ended: string[];
                claims: {
                    claim: {
                        key: string;
                        fingerprint: string;
                        expires_at: number;
                    };
                    id: string;
                }[];
            };
            faults: {
                rules: {
                    /** @description the name of the rule in responses and in the journal; generated if omitted */
                    id: string;
                    /**
                     * @description `false` turns the rule off without removing it
                     * @default true
                     */
                    enabled: boolean;
                    /**
                     * @description which requests match the rule; a request must meet all conditions. A condition that a phase cannot check counts as not met
                     * @default {}
                     */
                    match: {
                        /** @description the operation, or a list of operations: `create`, `get` (a poll) or `content` (a download) */
                        operation?: ("create" | "get" | "content") | ("create" | "get" | "content")[];
                        /**
                         * @description the phase of a request in which the rule acts; by default the earliest possible phase
                         * @enum {string}
                         */
                        phase?: "before-authentication" | "before-reservation" | "after-reservation" | "while-running" | "after-completion" | "during-download";
                        /** @description the workflow of the create, or a list of workflows */
                        workflow?: ("text" | "image" | "first-and-last-frame" | "reference" | "edit" | "extend") | ("text" | "image" | "first-and-last-frame" | "reference" | "edit" | "extend")[];
                        /** @description the resolution of the create, or a list of resolutions */
                        resolution?: ("480p" | "720p" | "1080p") | ("480p" | "720p" | "1080p")[];
                        /** @description a text that the prompt contains; case does not matter */
                        prompt?: string;
                        /** @description the id of a generation */
                        generation?: string;
                        /** @description the status of the generation that the request finds, or a list of statuses */
                        status?: ("pending" | "running" | "completed" | "failed") | ("pending" | "running" | "completed" | "failed")[];
                        /** @description whether the request carries an Idempotency-Key */
                        idempotency_key?: boolean;
                        /** @description whether the download has a Range header */
                        range?: boolean;
                        /** @description whether the path of the request has a prefix before `/v1` */
                        under_path?: boolean;
                        /** @description the position of the request, or a list of positions, counted from 1 among the requests that meet the other conditions */
                        nth?: number | number[];
                    };
                    /**
                     * @description which of the matching requests the rule affects; a request must meet all conditions
                     * @default {}
                     */
                    when: {
                        /** @description the number of requests to skip first */
                        after?: number;
                        /** @description maximum number of requests that the rule acts on, counted after the skipped requests */
                        first?: number;
                        /** @description acts on every second request (2), every third request (3) and so on */
                        every?: number;
                        /** @description the probability that the rule fires for a request; the random draws depend on the seed of the account */
                        probability?: number;
                        /** @description acts only in this window, in seconds on the account's clock since the first matching request */
                        window?: {
                            /**
                             * @description the start of the window
                             * @default 0
                             */
                            from_seconds: number;
                            /** @description the end of the window */
                            to_seconds: number;
                        };
                        /** @description acts for `forSeconds` out of every `everySeconds`. In the first `rampSeconds` of each outage, the chance of a failure grows from 0 to 1 */
                        outage?: {
                            /** @description seconds from the start of one outage to the start of the next; 0 means a single outage */
                            every_seconds: number;
                            /** @description the duration of each outage in seconds */
                            for_seconds: number;
                            /**
                             * @description the number of seconds at the start of each outage during which failures become more likely
                             * @default 0
                             */
                            ramp_seconds: number;
                        };
                        /**
                         * @description whether requests are counted together for the account, or separately for each generation
                         * @default account
                         * @enum {string}
                         */
                        per: "account" | "generation";
                    };
                    /**
                     * @description the effect; by default a 503 response
                     * @default {
                     *       "kind": "answer"
                     *     }
                     */
                    effect: {
                        /**
                         * @description sends this response. Depending on the phase, the engine does not process the request, or the response of the engine is replaced
                         * @constant
                         */
                        kind: "answer";
                        /**
                         * @description the status of the response
                         * @default 503
                         */
                        status: number;
                        /** @description the error code, which may be undocumented; by default a code that fits the status */
                        code?: string;
                        /** @description the message of the error */
                        message?: string;
                        /**
                         * @description additional headers; their names must be in lower case
                         * @default {}
                         */
                        headers: {
                            [key: string]: string;
                        };
                        /** @description the Retry-After header: a number of seconds, any text, or an HTTP date in the future on the account's clock */
                        retry_after?: number | string | {
                            /** @description an HTTP date this many seconds in the future */
                            date_in_seconds: number;
                        };
                        /**
                         * @description the body: a documented error (`envelope`), nothing (`empty`), an HTML page (`html`), broken JSON (`malformed`), or your own JSON or text
                         * @default envelope
                         */
                        body: ("envelope" | "empty" | "html" | "malformed") | {
                            /** @description any value, sent as JSON */
                            json: components["schemas"]["Shared-schema0"];
                        } | {
                            /** @description any text, sent unchanged */
                            text: string;
                        };
                        /** @description the Content-Type header; by default the type of the body */
                        content_type?: string;
                    } | {
                        /**
                         * @description waits
                         * @constant
                         */
                        kind: "delay";
                        /** @description the delay in milliseconds: a number, or a random distribution */
                        ms: number | {
                            /** @description the shortest and the longest delay; all values between them are equally likely */
                            uniform: [
                                number,
                                number
                            ];
                        } | {
                            /** @description delays that are mostly near the median, and sometimes much longer */
                            lognormal: {
                                /** @description the median: half of the delays are shorter */
                                median: number;
                                /** @description the spread of the delays; with 0, all delays are the median */
                                sigma: number;
                            };
                        };
                        /**
                         * @description where the delay is: before the headers, or between the headers and the body
                         * @default headers
                         * @enum {string}
                         */
                        before: "headers" | "body";
                    } | {
                        /**
                         * @description ends the response early: `reset` with RST, `cut` with FIN, `stall` by sending no more bytes
                         * @enum {string}
                         */
                        kind: "reset" | "cut" | "stall";
                        /**
                         * @description where the response ends: before the headers (`start`), after the headers (`headers`), or after a fraction of the body
                         * @default start
                         */
                        at: ("start" | "headers") | number;
                        /**
                         * @description `chunked` omits Content-Length, so that only the missing last chunk shows that the body is incomplete
                         * @default kept
                         * @enum {string}
                         */
                        length: "kept" | "chunked";
                    } | {
                        /**
                         * @description accepts the request and never responds
                         * @constant
                         */
                        kind: "drop";
                    } | {
                        /**
                         * @description sends the body slowly
                         * @constant
                         */
                        kind: "throttle";
                        /** @description bytes of the body per second */
                        bytes_per_second: number;
                    } | {
                        /**
                         * @description changes the plan or the refund of the generation that is being created
                         * @constant
                         */
                        kind: "outcome";
                        /** @description makes the generation fail */
                        fail?: {
                            /**
                             * @description the status in which the generation fails
                             * @enum {string}
                             */
                            from: "pending" | "running";
                            /**
                             * @description the code of the failure
                             * @enum {string}
                             */
                            code: "input_content_rejected" | "person_likeness_rejected" | "output_content_rejected" | "copyright_rejected" | "image_fetch_failed" | "audio_fetch_failed" | "image_invalid" | "audio_invalid" | "source_video_unavailable" | "queue_timeout" | "generation_timeout" | "capacity_unavailable" | "no_output" | "generation_failed" | "internal_error";
                            /** @description the number of the input file that failed, counted from 1 */
                            input?: number;
                        };
                        /**
                         * @description keeps the generation in this status: `pending` without end, or `running` for `giveUpSeconds`
                         * @enum {string}
                         */
                        stick?: "pending" | "running";
                        /**
                         * @description seconds on the account's clock until a generation stuck in `running` fails with `generation_timeout`
                         * @default 2700
                         */
                        give_up_seconds: number;
                        /**
                         * @description moves the generation from `pending` directly to its final status
                         * @default false
                         */
                        skip_running: boolean;
                        /**
                         * @description a deliberate violation of the API document: the refund comes one poll late, twice, or never
                         * @enum {string}
                         */
                        refund?: "late" | "twice" | "never";
                    } | {
                        /**
                         * @description changes the record in a response
                         * @constant
                         */
                        kind: "record";
                        /** @description the status that the record shows */
                        status?: string;
                        /**
                         * @description top-level fields to change or add
                         * @default {}
                         */
                        set: {
                            [key: string]: components["schemas"]["Shared-schema1"];
                        };
                        /**
                         * @description top-level fields to remove
                         * @default []
                         */
                        remove: string[];
                    } | {
                        /**
                         * @description changes how a clip is sent, or the clip itself
                         * @constant
                         */
                        kind: "content";
                        /**
                         * @description responds to a range request with 200 and the whole clip
                         * @default false
                         */
                        ignore_range: boolean;
                        /**
                         * @description sends another ETag in each response
                         * @default false
                         */
                        change_etag: boolean;
                        /**
                         * @description responds to a range request with a wrong part: shorter than its Content-Range, with another start, or with another total size
                         * @enum {string}
                         */
                        wrong_part?: "shorter" | "elsewhere" | "other-total";
                        /**
                         * @description the difference between Content-Length and the real length, in bytes
                         * @default 0
                         */
                        length_delta: number;
                        /**
                         * @description damages the clip: without an index, with wrong bytes, or with another number of frames per second
                         * @enum {string}
                         */
                        damage?: "moov-cut" | "bytes-flipped" | "wrong-fps";
                        /**
                         * @description redirects to another origin, which serves the clip to every client that has the URL
                         * @default false
                         */
                        other_origin: boolean;
                    } | {
                        /**
                         * @description changes the account
                         * @constant
                         */
                        kind: "account";
                        /** @description the new balance of the account in US dollars */
                        balance_usd?: number;
                        /**
                         * @description revokes the key, so that later requests with it are rejected
                         * @default false
                         */
                        revoke_key: boolean;
                        /** @description moves the account's clock by this many seconds; a negative number moves it back */
                        advance_seconds?: number;
                    } | {
                        /**
                         * @description multiplies the cost of the create
                         * @constant
                         */
                        kind: "price";
                        /** @description the number by which the cost of the create is multiplied */
                        factor: number;
                    };
                    /**
                     * @description when the rule stops permanently
                     * @default {}
                     */
                    limit: {
                        /** @description the maximum number of requests for which the rule fires */
                        hits?: number;
                        /** @description how long the rule is active, in seconds on the account's clock. The time starts when the control API adds the rule. For other rules, the time starts with the first matching request */
                        ttl_seconds?: number;
                    };
                    /** @description a note on the purpose of the rule */
                    note?: string;
                }[];
                counts: {
                    [key: string]: {
                        since?: number;
                        added?: number;
                        seen: number;
                        hits: number;
                        drawn: {
                            [key: string]: number;
                        };
                    };
                };
            };
        };
        /** @description The envelope of every error response. */
        ErrorEnvelope: {
            error: components["schemas"]["ErrorBody"];
        };
        /** @description What went wrong. */
        ErrorBody: {
            /** @description Machine-readable code. */
            code: string;
            /** @description Text for people. */
            message: string;
            /**
             * Format: uuid
             * @description Quote this id when you ask for help.
             */
            request_id?: string;
        };
        "Shared-schema0": string | number | boolean | null | components["schemas"]["Shared-schema0"][] | {
            [key: string]: components["schemas"]["Shared-schema0"];
        };
        "Shared-schema1": string | number | boolean | null | components["schemas"]["Shared-schema1"][] | {
            [key: string]: components["schemas"]["Shared-schema1"];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listAccounts: {
        parameters: {
            query?: {
                /** @description List only accounts whose names start with this prefix. */
                prefix?: string;
                limit?: number;
                /** @description `opened`: the oldest account first. `latest`: the account with the latest request first. Accounts without requests follow, newest first. */
                order?: "opened" | "latest";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The accounts, each with its latest request. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        accounts: {
                            name: string;
                            forked_from: string | null;
                            ledger: components["schemas"]["Ledger"];
                            clock: components["schemas"]["Clock"];
                            settings: {
                                balance: number;
                                latency: string;
                                seed: number;
                                /** @enum {string} */
                                settle: "on_poll" | "eager";
                                /** @enum {string} */
                                limits: "off" | "realistic";
                                /** @enum {string} */
                                wire: "real" | "clock";
                            };
                            counters: {
                                /** @description The number of generations that were ever created. */
                                created: number;
                            };
                            /** @enum {string} */
                            keys: "valid" | "some_revoked" | "revoked";
                            /** @description Failure scenarios that are on for the whole account. */
                            scenarios: string[];
                            /** @description A summary of the journal of the account. */
                            activity: {
                                /** @description The number of requests of this account in the journal. */
                                requests: number;
                                latest: {
                                    method: string;
                                    path: string;
                                    status: number;
                                    code: string | null;
                                    real_at: string;
                                } | null;
                            };
                        }[];
                        total: number;
                        damaged: {
                            name: string;
                            problem: string;
                        }[];
                    };
                };
            };
            /** @description `invalid_input`: A parameter or a field of the body is not valid. The message names the field and the valid values. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `missing_control_token`: The server has a control token, and the request does not carry it.
             *     `invalid_control_token`: The control token is wrong.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `forbidden_host`: The server has no control token, and the Host header names neither this machine nor a configured host.
             *     `forbidden_origin`: The request comes from a page of another origin.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error. The response contains no details. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `store_unavailable`: The store cannot be reached, or it is full. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    openAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Generated if omitted. */
                    name?: string;
                    /** @description An API key. The key is never shown again. */
                    key?: string;
                    /** @description opening balance of an account in US dollars */
                    balance?: number;
                    /** @description how long a generation takes: instant, fast (3 s), realistic, manual (by control API), polls:P,R (pending for P polls, running for R polls) or seconds:P,R (in seconds; 60..90 means median..p95) */
                    latency?: string;
                    /** @description the clock of an account: real, frozen, frozen@<ISO 8601 time> or x<rate> with a rate above 0 (x60 runs one minute per real second) */
                    clock?: string;
                    /** @description seed of every random choice; the same seed repeats a run */
                    seed?: number;
                    /**
                     * @description when a failed generation is refunded: on the next poll, or immediately
                     * @enum {string}
                     */
                    settle?: "on_poll" | "eager";
                    /**
                     * @description rate and concurrency limits of an account
                     * @enum {string}
                     */
                    limits?: "off" | "realistic";
                    /** @description failure scenario for all accounts; "standin scenarios" lists all scenarios */
                    scenario?: string;
                    /**
                     * @description whether injected delays follow real time or the account's clock
                     * @enum {string}
                     */
                    wire?: "real" | "clock";
                };
            };
        };
        responses: {
            /** @description The account and its key. The key is not shown again. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account: components["schemas"]["Account"];
                        key: string;
                    };
                };
            };
            /**
             * @description `invalid_json`: The body is not a JSON object, is nested too deep, or has too many members.
             *     `invalid_input`: A parameter or a field of the body is not valid. The message names the field and the valid values.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `missing_control_token`: The server has a control token, and the request does not carry it.
             *     `invalid_control_token`: The control token is wrong.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `forbidden_host`: The server has no control token, and the Host header names neither this machine nor a configured host.
             *     `forbidden_origin`: The request comes from a page of another origin.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `account_exists`: An account with this name already exists.
             *     `key_taken`: The key belongs to another account.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_too_large`: The body is larger than the limit of this path. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_content_type`: A POST, PUT or DELETE request does not have the Content-Type application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error. The response contains no details. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `store_unavailable`: The store cannot be reached, or it is full.
             *     `no_room`: The server has reached a limit: of accounts, keys, generations, fault rules, waiting requests, event streams, open files, or memory.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            /**
             * @description `missing_control_token`: The server has a control token, and the request does not carry it.
             *     `invalid_control_token`: The control token is wrong.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `forbidden_host`: The server has no control token, and the Host header names neither this machine nor a configured host.
             *     `forbidden_origin`: The request comes from a page of another origin.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `account_not_found`: No account has this name. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error. The response contains no details. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `store_unavailable`: The store cannot be reached, or it is full. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    deleteAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The name of the deleted account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deleted: string;
                    };
                };
            };
            /**
             * @description `invalid_json`: The body is not a JSON object, is nested too deep, or has too many members.
             *     `invalid_input`: A parameter or a field of the body is not valid. The message names the field and the valid values.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `missing_control_token`: The server has a control token, and the request does not carry it.
             *     `invalid_control_token`: The control token is wrong.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `forbidden_host`: The server has no control token, and the Host header names neither this machine nor a configured host.
             *     `forbidden_origin`: The request comes from a page of another origin.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `account_not_found`: No account has this name. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_too_large`: The body is larger than the limit of this path. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_content_type`: A POST, PUT or DELETE request does not have the Content-Type application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error. The response contains no details. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `store_unavailable`: The store cannot be reached, or it is full. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    resetAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account in its initial state. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            /**
             * @description `invalid_json`: The body is not a JSON object, is nested too deep, or has too many members.
             *     `invalid_input`: A parameter or a field of the body is not valid. The message names the field and the valid values.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `missing_control_token`: The server has a control token, and the request does not carry it.
             *     `invalid_control_token`: The control token is wrong.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `forbidden_host`: The server has no control token, and the Host header names neither this machine nor a configured host.
             *     `forbidden_origin`: The request comes from a page of another origin.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `account_not_found`: No account has this name. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_too_large`: The body is larger than the limit of this path. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_content_type`: A POST, PUT or DELETE request does not have the Content-Type application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error. The response contains no details. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `store_unavailable`: The store cannot be reached, or it is full. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    setBalance: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    balance_usd: number;
                };
            };
        };
        responses: {
            /** @description The account after this change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            /**
             * @description `invalid_json`: The body is not a JSON object, is nested too deep, or has too many members.
             *     `invalid_input`: A parameter or a field of the body is not valid. The message names the field and the valid values.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `missing_control_token`: The server has a control token, and the request does not carry it.
             *     `invalid_control_token`: The control token is wrong.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `forbidden_host`: The server has no control token, and the Host header names neither this machine nor a configured host.
             *     `forbidden_origin`: The request comes from a page of another origin.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `account_not_found`: No account has this name. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_too_large`: The body is larger than the limit of this path. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_content_type`: A POST, PUT or DELETE request does not have the Content-Type application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error. The response contains no details. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `store_unavailable`: The store cannot be reached, or it is full. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    grantCredits: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    amount_usd: number;
                };
            };
        };
        responses: {
            /** @description The account after this change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            /**
             * @description `invalid_json`: The body is not a JSON object, is nested too deep, or has too many members.
             *     `invalid_input`: A parameter or a field of the body is not valid. The message names the field and the valid values.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `missing_control_token`: The server has a control token, and the request does not carry it.
             *     `invalid_control_token`: The control token is wrong.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `forbidden_host`: The server has no control token, and the Host header names neither this machine nor a configured host.
             *     `forbidden_origin`: The request comes from a page of another origin.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `account_not_found`: No account has this name. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `balance_too_low`: The amount to remove is larger than the balance. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_too_large`: The body is larger than the limit of this path. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_content_type`: A POST, PUT or DELETE request does not have the Content-Type application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error. The response contains no details. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `store_unavailable`: The store cannot be reached, or it is full. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    readLedger: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ledger and its rows, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ledger: components["schemas"]["Ledger"];
                        /** @description The ledger before the oldest row. */
                        opening: components["schemas"]["Ledger"];
                        /** @description The total of the refunds in all rows. */
                        refunded_usd: number;
                        rows: {
                            /** @enum {string} */
                            kind: "reserve" | "capture" | "refund" | "grant";
                            /** @description Negative for credits that were removed, and for captures that a restored snapshot undid. */
                            amount_usd: number;
                            /** @description The ledger after this entry. */
                            ledger: components["schemas"]["Ledger"];
                            /** @description The time on the account's clock. Null for changes without a request, if they happened before the server started or in another replica. */
                            at: string | null;
                            /** @description The request that caused this entry. Null if the clock, the control API or a restored snapshot caused this entry. */
                            request_id: string | null;
                            generation: string | null;
                        }[];
                        /** @description The total number of rows. */
                        total: number;
                        /** @description Whether the journal lost earlier requests. If true, `opening` is not the initial ledger of the account. */
                        is_lossy: boolean;
                    };
                };
            };
            /** @description `invalid_input`: A parameter or a field of the body is not valid. The message names the field and the valid values. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `missing_control_token`: The server has a control token, and the request does not carry it.
             *     `invalid_control_token`: The control token is wrong.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `forbidden_host`: The server has no control token, and the Host header names neither this machine nor a configured host.
             *     `forbidden_origin`: The request comes from a page of another origin.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `account_not_found`: No account has this name. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `journal_off`: The journal is turned off. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error. The response contains no details. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `store_unavailable`: The store cannot be reached, or it is full. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    issueKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description An API key. The key is never shown again. */
                    key: string;
                };
            };
        };
        responses: {
            /** @description The account after this change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            /**
             * @description `invalid_json`: The body is not a JSON object, is nested too deep, or has too many members.
             *     `invalid_input`: A parameter or a field of the body is not valid. The message names the field and the valid values.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `missing_control_token`: The server has a control token, and the request does not carry it.
             *     `invalid_control_token`: The control token is wrong.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `forbidden_host`: The server has no control token, and the Host header names neither this machine nor a configured host.
             *     `forbidden_origin`: The request comes from a page of another origin.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `account_not_found`: No account has this name. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `key_taken`: The key belongs to another account. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_too_large`: The body is larger than the limit of this path. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_content_type`: A POST, PUT or DELETE request does not have the Content-Type application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error. The response contains no details. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `store_unavailable`: The store cannot be reached, or it is full.
             *     `no_room`: The server has reached a limit: of accounts, keys, generations, fault rules, waiting requests, event streams, open files, or memory.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description By default, all keys of the account. */
                    key?: string;
                };
            };
        };
        responses: {
            /** @description The account after this change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            /**
             * @description `invalid_json`: The body is not a JSON object, is nested too deep, or has too many members.
             *     `invalid_input`: A parameter or a field of the body is not valid. The message names the field and the valid values.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `missing_control_token`: The server has a control token, and the request does not carry it.
             *     `invalid_control_token`: The control token is wrong.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `forbidden_host`: The server has no control token, and the Host header names neither this machine nor a configured host.
             *     `forbidden_origin`: The request comes from a page of another origin.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `account_not_found`: No account has this name. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_too_large`: The body is larger than the limit of this path. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_content_type`: A POST, PUT or DELETE request does not have the Content-Type application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error. The response contains no details. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `store_unavailable`: The store cannot be reached, or it is full.
             *     `no_room`: The server has reached a limit: of accounts, keys, generations, fault rules, waiting requests, event streams, open files, or memory.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    restoreKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description By default, all keys of the account. */
                    key?: string;
                };
            };
        };
        responses: {
            /** @description The account after this change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            /**
             * @description `invalid_json`: The body is not a JSON object, is nested too deep, or has too many members.
             *     `invalid_input`: A parameter or a field of the body is not valid. The message names the field and the valid values.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `missing_control_token`: The server has a control token, and the request does not carry it.
             *     `invalid_control_token`: The control token is wrong.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `forbidden_host`: The server has no control token, and the Host header names neither this machine nor a configured host.
             *     `forbidden_origin`: The request comes from a page of another origin.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `account_not_found`: No account has this name. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_too_large`: The body is larger than the limit of this path. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_content_type`: A POST, PUT or DELETE request does not have the Content-Type application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error. The response contains no details. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `store_unavailable`: The store cannot be reached, or it is full. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    getDefaultClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reading of the clock. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Clock"];
                };
            };
            /**
             * @description `missing_control_token`: The server has a control token, and the request does not carry it.
             *     `invalid_control_token`: The control token is wrong.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `forbidden_host`: The server has no control token, and the Host header names neither this machine nor a configured host.
             *     `forbidden_origin`: The request comes from a page of another origin.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error. The response contains no details. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `store_unavailable`: The store cannot be reached, or it is full. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    setDefaultClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description real, frozen, frozen@<ISO 8601 time> or x<rate> with a rate above 0 (x60 runs one minute per real second) */
                    clock: string;
                };
            };
        };
        responses: {
            /** @description The reading of the clock after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Clock"];
                };
            };
            /**
             * @description `invalid_json`: The body is not a JSON object, is nested too deep, or has too many members.
             *     `invalid_input`: A parameter or a field of the body is not valid. The message names the field and the valid values.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `missing_control_token`: The server has a control token, and the request does not carry it.
             *     `invalid_control_token`: The control token is wrong.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `forbidden_host`: The server has no control token, and the Host header names neither this machine nor a configured host.
             *     `forbidden_origin`: The request comes from a page of another origin.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_too_large`: The body is larger than the limit of this path. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_content_type`: A POST, PUT or DELETE request does not have the Content-Type application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error. The response contains no details. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `store_unavailable`: The store cannot be reached, or it is full. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    advanceDefaultClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A negative number moves the clock back. */
                    by_seconds?: number;
                    /**
                     * Format: date-time
                     * @description The new reading of the clock.
                     */
                    to?: string;
                };
            };
        };
        responses: {
            /** @description The reading of the clock after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Clock"];
                };
            };
            /**
             * @description `invalid_json`: The body is not a JSON object, is nested too deep, or has too many members.
             *     `invalid_input`: A parameter or a field of the body is not valid. The message names the field and the valid values.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `missing_control_token`: The server has a control token, and the request does not carry it.
             *     `invalid_control_token`: The control token is wrong.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `forbidden_host`: The server has no control token, and the Host header names neither this machine nor a configured host.
             *     `forbidden_origin`: The request comes from a page of another origin.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_too_large`: The body is larger than the limit of this path. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_content_type`: A POST, PUT or DELETE request does not have the Content-Type application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error. The response contains no details. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `store_unavailable`: The store cannot be reached, or it is full. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    getClock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reading of the clock. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Clock"];
                };
            };
            /**
             * @description `missing_control_token`: The server has a control token, and the request does not carry it.
             *     `invalid_control_token`: The control token is wrong.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `forbidden_host`: The server has no control token, and the Host header names neither this machine nor a configured host.
             *     `forbidden_origin`: The request comes from a page of another origin.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `account_not_found`: No account has this name. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error. The response contains no details. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `store_unavailable`: The store cannot be reached, or it is full. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    setClock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description real, frozen, frozen@<ISO 8601 time> or x<rate> with a rate above 0 (x60 runs one minute per real second) */
                    clock: string;
                };
            };
        };
        responses: {
            /** @description The new reading of the clock, and the events between the old reading and the new reading. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClockChange"];
                };
            };
            /**
             * @description `invalid_json`: The body is not a JSON object, is nested too deep, or has too many members.
             *     `invalid_input`: A parameter or a field of the body is not valid. The message names the field and the valid values.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `missing_control_token`: The server has a control token, and the request does not carry it.
             *     `invalid_control_token`: The control token is wrong.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `forbidden_host`: The server has no control token, and the Host header names neither this machine nor a configured host.
             *     `forbidden_origin`: The request comes from a page of another origin.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `account_not_found`: No account has this name. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_too_large`: The body is larger than the limit of this path. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_content_type`: A POST, PUT or DELETE request does not have the Content-Type application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error. The response contains no details. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `store_unavailable`: The store cannot be reached, or it is full. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    advanceClock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A negative number moves the clock back. */
                    by_seconds?: number;
                    /**
                     * Format: date-time
                     * @description The new reading of the clock.
                     */
                    to?: string;
                };
            };
        };
        responses: {
            /** @description The new reading of the clock, and the events between the old reading and the new reading. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClockChange"];
                };
            };
            /**
             * @description `invalid_json`: The body is not a JSON object, is nested too deep, or has too many members.
             *     `invalid_input`: A parameter or a field of the body is not valid. The message names the field and the valid values.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `missing_control_token`: The server has a control token, and the request does not carry it.
             *     `invalid_control_token`: The control token is wrong.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `forbidden_host`: The server has no control token, and the Host header names neither this machine nor a configured host.
             *     `forbidden_origin`: The request comes from a page of another origin.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `account_not_found`: No account has this name. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_too_large`: The body is larger than the limit of this path. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_content_type`: A POST, PUT or DELETE request does not have the Content-Type application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error. The response contains no details. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `store_unavailable`: The store cannot be reached, or it is full. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    runUntilIdle: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new reading of the clock, and the events between the old reading and the new reading. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClockChange"];
                };
            };
            /**
             * @description `invalid_json`: The body is not a JSON object, is nested too deep, or has too many members.
             *     `invalid_input`: A parameter or a field of the body is not valid. The message names the field and the valid values.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `missing_control_token`: The server has a control token, and the request does not carry it.
             *     `invalid_control_token`: The control token is wrong.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `forbidden_host`: The server has no control token, and the Host header names neither this machine nor a configured host.
             *     `forbidden_origin`: The request comes from a page of another origin.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `account_not_found`: No account has this name. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_too_large`: The body is larger than the limit of this path. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_content_type`: A POST, PUT or DELETE request does not have the Content-Type application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error. The response contains no details. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `store_unavailable`: The store cannot be reached, or it is full. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    listGenerations: {
        parameters: {
            query?: {
                status?: "pending" | "running" | "completed" | "failed";
                limit?: number;
                offset?: number;
            };
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The generations, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        generations: components["schemas"]["Generation"][];
                        total: number;
                    };
                };
            };
            /** @description `invalid_input`: A parameter or a field of the body is not valid. The message names the field and the valid values. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `missing_control_token`: The server has a control token, and the request does not carry it.
             *     `invalid_control_token`: The control token is wrong.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `forbidden_host`: The server has no control token, and the Host header names neither this machine nor a configured host.
             *     `forbidden_origin`: The request comes from a page of another origin.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `account_not_found`: No account has this name. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error. The response contains no details. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `store_unavailable`: The store cannot be reached, or it is full. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    getGeneration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The generation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Generation"];
                };
            };
            /**
             * @description `missing_control_token`: The server has a control token, and the request does not carry it.
             *     `invalid_control_token`: The control token is wrong.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `forbidden_host`: The server has no control token, and the Host header names neither this machine nor a configured host.
             *     `forbidden_origin`: The request comes from a page of another origin.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `account_not_found`: No account has this name.
             *     `generation_not_found`: The account has no generation with this id.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error. The response contains no details. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `store_unavailable`: The store cannot be reached, or it is full. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    readClip: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The clip. With status 206, one byte range of the clip. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "video/mp4": unknown;
                };
            };
            /**
             * @description `missing_control_token`: The server has a control token, and the request does not carry it.
             *     `invalid_control_token`: The control token is wrong.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `forbidden_host`: The server has no control token, and the Host header names neither this machine nor a configured host.
             *     `forbidden_origin`: The request comes from a page of another origin.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `account_not_found`: No account has this name.
             *     `generation_not_found`: The account has no generation with this id.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `clip_not_there`: The generation is not completed, so it has no clip. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `precondition_failed`: The clip does not have the ETag in If-Match. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `range_not_satisfiable`: The range starts beyond the end of the clip. */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error. The response contains no details. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `store_unavailable`: The store cannot be reached, or it is full.
             *     `clip_unavailable`: The clip cannot be rendered now. The message says why.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    moveGeneration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    status: "running" | "completed" | "failed";
                    /** @description The reason for the status `failed`. The default is the failure in the plan of the generation, or `generation_failed`. `input` is the number of the bad input file, counted from 1. */
                    failure?: {
                        /** @enum {string} */
                        code: "input_content_rejected" | "person_likeness_rejected" | "output_content_rejected" | "copyright_rejected" | "image_fetch_failed" | "audio_fetch_failed" | "image_invalid" | "audio_invalid" | "source_video_unavailable" | "queue_timeout" | "generation_timeout" | "capacity_unavailable" | "no_output" | "generation_failed" | "internal_error";
                        input?: number;
                    };
                };
            };
        };
        responses: {
            /** @description The generation after this change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Generation"];
                };
            };
            /**
             * @description `invalid_json`: The body is not a JSON object, is nested too deep, or has too many members.
             *     `invalid_input`: A parameter or a field of the body is not valid. The message names the field and the valid values.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `missing_control_token`: The server has a control token, and the request does not carry it.
             *     `invalid_control_token`: The control token is wrong.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `forbidden_host`: The server has no control token, and the Host header names neither this machine nor a configured host.
             *     `forbidden_origin`: The request comes from a page of another origin.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `account_not_found`: No account has this name.
             *     `generation_not_found`: The account has no generation with this id.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `move_not_possible`: A status never goes back, and "completed" and "failed" are final. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_too_large`: The body is larger than the limit of this path. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_content_type`: A POST, PUT or DELETE request does not have the Content-Type application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error. The response contains no details. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `store_unavailable`: The store cannot be reached, or it is full. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    listFaults: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The fault rules, in the order in which they are evaluated. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        rules: components["schemas"]["RuleInUse"][];
                    };
                };
            };
            /**
             * @description `missing_control_token`: The server has a control token, and the request does not carry it.
             *     `invalid_control_token`: The control token is wrong.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `forbidden_host`: The server has no control token, and the Host header names neither this machine nor a configured host.
             *     `forbidden_origin`: The request comes from a page of another origin.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `account_not_found`: No account has this name. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error. The response contains no details. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `store_unavailable`: The store cannot be reached, or it is full. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    replaceFaults: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    rules: components["schemas"]["FaultRule"][];
                    /**
                     * @description With false, a rule without a limit ends 600 seconds after it was added (on the account's clock), or after 1000 hits. With true, the rule does not end.
                     * @default false
                     */
                    keep?: boolean;
                };
            };
        };
        responses: {
            /** @description The rules that are now active. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        rules: components["schemas"]["RuleInUse"][];
                    };
                };
            };
            /**
             * @description `invalid_json`: The body is not a JSON object, is nested too deep, or has too many members.
             *     `invalid_input`: A parameter or a field of the body is not valid. The message names the field and the valid values.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `missing_control_token`: The server has a control token, and the request does not carry it.
             *     `invalid_control_token`: The control token is wrong.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `forbidden_host`: The server has no control token, and the Host header names neither this machine nor a configured host.
             *     `forbidden_origin`: The request comes from a page of another origin.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `account_not_found`: No account has this name. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_too_large`: The body is larger than the limit of this path. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_content_type`: A POST, PUT or DELETE request does not have the Content-Type application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error. The response contains no details. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `store_unavailable`: The store cannot be reached, or it is full.
             *     `no_room`: The server has reached a limit: of accounts, keys, generations, fault rules, waiting requests, event streams, open files, or memory.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    addFault: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    rule: components["schemas"]["FaultRule"];
                    /**
                     * @description With false, a rule without a limit ends 600 seconds after it was added (on the account's clock), or after 1000 hits. With true, the rule does not end.
                     * @default false
                     */
                    keep?: boolean;
                };
            };
        };
        responses: {
            /** @description The added rule, with its id and its limit. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RuleInUse"];
                };
            };
            /**
             * @description `invalid_json`: The body is not a JSON object, is nested too deep, or has too many members.
             *     `invalid_input`: A parameter or a field of the body is not valid. The message names the field and the valid values.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `missing_control_token`: The server has a control token, and the request does not carry it.
             *     `invalid_control_token`: The control token is wrong.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `forbidden_host`: The server has no control token, and the Host header names neither this machine nor a configured host.
             *     `forbidden_origin`: The request comes from a page of another origin.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `account_not_found`: No account has this name. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_too_large`: The body is larger than the limit of this path. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_content_type`: A POST, PUT or DELETE request does not have the Content-Type application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error. The response contains no details. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `store_unavailable`: The store cannot be reached, or it is full.
             *     `no_room`: The server has reached a limit: of accounts, keys, generations, fault rules, waiting requests, event streams, open files, or memory.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    restartFaults: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account's own rules after this change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        rules: components["schemas"]["RuleInUse"][];
                    };
                };
            };
            /**
             * @description `invalid_json`: The body is not a JSON object, is nested too deep, or has too many members.
             *     `invalid_input`: A parameter or a field of the body is not valid. The message names the field and the valid values.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `missing_control_token`: The server has a control token, and the request does not carry it.
             *     `invalid_control_token`: The control token is wrong.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `forbidden_host`: The server has no control token, and the Host header names neither this machine nor a configured host.
             *     `forbidden_origin`: The request comes from a page of another origin.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `account_not_found`: No account has this name. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_too_large`: The body is larger than the limit of this path. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_content_type`: A POST, PUT or DELETE request does not have the Content-Type application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error. The response contains no details. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `store_unavailable`: The store cannot be reached, or it is full. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    removeFault: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The remaining rules. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        rules: components["schemas"]["RuleInUse"][];
                    };
                };
            };
            /**
             * @description `invalid_json`: The body is not a JSON object, is nested too deep, or has too many members.
             *     `invalid_input`: A parameter or a field of the body is not valid. The message names the field and the valid values.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `missing_control_token`: The server has a control token, and the request does not carry it.
             *     `invalid_control_token`: The control token is wrong.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `forbidden_host`: The server has no control token, and the Host header names neither this machine nor a configured host.
             *     `forbidden_origin`: The request comes from a page of another origin.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `account_not_found`: No account has this name.
             *     `fault_not_found`: The account has no fault rule with this id.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_too_large`: The body is larger than the limit of this path. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_content_type`: A POST, PUT or DELETE request does not have the Content-Type application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error. The response contains no details. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `store_unavailable`: The store cannot be reached, or it is full. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    listScenarios: {
        parameters: {
            query?: {
                /** @description Words and numbers, such as `429 burst`. The response lists the scenarios that contain all of these words, or else the scenarios that contain the most of these words. The best match is first. */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The scenarios, ordered by number, or with `search` by how well they match. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        scenarios: components["schemas"]["Scenario"][];
                    };
                };
            };
            /** @description `invalid_input`: A parameter or a field of the body is not valid. The message names the field and the valid values. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `missing_control_token`: The server has a control token, and the request does not carry it.
             *     `invalid_control_token`: The control token is wrong.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `forbidden_host`: The server has no control token, and the Host header names neither this machine nor a configured host.
             *     `forbidden_origin`: The request comes from a page of another origin.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error. The response contains no details. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `store_unavailable`: The store cannot be reached, or it is full. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    listAccountScenarios: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The scenarios, in the order in which they were turned on. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        scenarios: components["schemas"]["ActiveScenario"][];
                    };
                };
            };
            /**
             * @description `missing_control_token`: The server has a control token, and the request does not carry it.
             *     `invalid_control_token`: The control token is wrong.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `forbidden_host`: The server has no control token, and the Host header names neither this machine nor a configured host.
             *     `forbidden_origin`: The request comes from a page of another origin.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `account_not_found`: No account has this name. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error. The response contains no details. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `store_unavailable`: The store cannot be reached, or it is full. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    setScenarios: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    scenarios: string[];
                };
            };
        };
        responses: {
            /** @description The account after this change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            /**
             * @description `invalid_json`: The body is not a JSON object, is nested too deep, or has too many members.
             *     `invalid_input`: A parameter or a field of the body is not valid. The message names the field and the valid values.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `missing_control_token`: The server has a control token, and the request does not carry it.
             *     `invalid_control_token`: The control token is wrong.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `forbidden_host`: The server has no control token, and the Host header names neither this machine nor a configured host.
             *     `forbidden_origin`: The request comes from a page of another origin.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `account_not_found`: No account has this name. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_too_large`: The body is larger than the limit of this path. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_content_type`: A POST, PUT or DELETE request does not have the Content-Type application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error. The response contains no details. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `store_unavailable`: The store cannot be reached, or it is full. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    listStrays: {
        parameters: {
            query?: {
                operation?: "create" | "get" | "content";
                /** @description in capitals */
                method?: string;
                /** @description path and query exactly as in the request */
                path?: string;
                /** @description error code */
                code?: string;
                request_id?: string;
                /** @description id of the generation that the request was about */
                generation?: string;
                idempotency_key?: string;
                /** @description a part of the prompt */
                prompt?: string;
                /** @description id of a fault rule that fired */
                fault?: string;
                status?: string;
                since?: number;
                /** @description The maximum number of requests to return. If there are more requests than this, the newest are returned. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requests, oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: components["schemas"]["JournalEntry"][];
                        /** @description Send this value as `since` to get the later requests. */
                        cursor: number;
                        /** @description Whether requests after `since` are missing, because the journal was full or was cleared. */
                        is_lossy: boolean;
                    };
                };
            };
            /** @description `invalid_input`: A parameter or a field of the body is not valid. The message names the field and the valid values. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `missing_control_token`: The server has a control token, and the request does not carry it.
             *     `invalid_control_token`: The control token is wrong.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `forbidden_host`: The server has no control token, and the Host header names neither this machine nor a configured host.
             *     `forbidden_origin`: The request comes from a page of another origin.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `journal_off`: The journal is turned off. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error. The response contains no details. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `store_unavailable`: The store cannot be reached, or it is full. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    listLatestRequests: {
        parameters: {
            query?: {
                limit?: number;
                /** @description List only requests of this account. An account without requests has an empty list. */
                account?: string;
                /** @description List only requests whose `seq` is smaller than this value. */
                before?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requests, oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        requests: ({
                            seq: number;
                            request_id: string;
                            /** @description Null if the request did not reach an account. */
                            account: string | null;
                            operation: ("create" | "get" | "content") | null;
                            real_at: string;
                            method: string;
                            path: string;
                            status: number;
                            code: string | null;
                            generation: string | null;
                            /** @description The fault rules that fired. */
                            faults: string[];
                            attempt: number;
                            real_pause_ms: number | null;
                            retry_after: string | null;
                            prompt: string | null;
                            /** @description In a proxy: whether the client got the response of the service. Null if the request was not forwarded, and always null in an emulator. */
                            upstream: ("passed" | "changed" | "withheld" | "none") | null;
                            /** @description The number of promises that this response of the service breaks, counted by a proxy with `--check`. */
                            warnings: number;
                        } & {
                            [key: string]: unknown;
                        })[];
                    };
                };
            };
            /** @description `invalid_input`: A parameter or a field of the body is not valid. The message names the field and the valid values. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `missing_control_token`: The server has a control token, and the request does not carry it.
             *     `invalid_control_token`: The control token is wrong.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `forbidden_host`: The server has no control token, and the Host header names neither this machine nor a configured host.
             *     `forbidden_origin`: The request comes from a page of another origin.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `journal_off`: The journal is turned off. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error. The response contains no details. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `store_unavailable`: The store cannot be reached, or it is full. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    listRequests: {
        parameters: {
            query?: {
                operation?: "create" | "get" | "content";
                /** @description in capitals */
                method?: string;
                /** @description path and query exactly as in the request */
                path?: string;
                /** @description error code */
                code?: string;
                request_id?: string;
                /** @description id of the generation that the request was about */
                generation?: string;
                idempotency_key?: string;
                /** @description a part of the prompt */
                prompt?: string;
                /** @description id of a fault rule that fired */
                fault?: string;
                status?: string;
                since?: number;
                /** @description The maximum number of requests to return. If there are more requests than this, the newest are returned. */
                limit?: number;
            };
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requests in the order in which they were answered, oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: components["schemas"]["JournalEntry"][];
                        /** @description Send this value as `since` to get the later requests. */
                        cursor: number;
                        /** @description Whether requests after `since` are missing, because the journal was full or was cleared. */
                        is_lossy: boolean;
                    };
                };
            };
            /** @description `invalid_input`: A parameter or a field of the body is not valid. The message names the field and the valid values. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `missing_control_token`: The server has a control token, and the request does not carry it.
             *     `invalid_control_token`: The control token is wrong.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `forbidden_host`: The server has no control token, and the Host header names neither this machine nor a configured host.
             *     `forbidden_origin`: The request comes from a page of another origin.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `account_not_found`: No account has this name. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `journal_off`: The journal is turned off. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error. The response contains no details. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `store_unavailable`: The store cannot be reached, or it is full. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    clearJournal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The name of the account. The journal of this account is empty now, and earlier cursors stay valid. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        cleared: string;
                    };
                };
            };
            /**
             * @description `invalid_json`: The body is not a JSON object, is nested too deep, or has too many members.
             *     `invalid_input`: A parameter or a field of the body is not valid. The message names the field and the valid values.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `missing_control_token`: The server has a control token, and the request does not carry it.
             *     `invalid_control_token`: The control token is wrong.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `forbidden_host`: The server has no control token, and the Host header names neither this machine nor a configured host.
             *     `forbidden_origin`: The request comes from a page of another origin.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `account_not_found`: No account has this name. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `journal_off`: The journal is turned off. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_too_large`: The body is larger than the limit of this path. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_content_type`: A POST, PUT or DELETE request does not have the Content-Type application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error. The response contains no details. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `store_unavailable`: The store cannot be reached, or it is full. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    findRequests: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @default {} */
                    filter?: components["schemas"]["JournalFilter"];
                    /** @default 0 */
                    since?: number;
                    /** @default 1000 */
                    limit?: number;
                };
            };
        };
        responses: {
            /** @description The requests, oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: components["schemas"]["JournalEntry"][];
                        /** @description Send this value as `since` to get the later requests. */
                        cursor: number;
                        /** @description Whether requests after `since` are missing, because the journal was full or was cleared. */
                        is_lossy: boolean;
                    };
                };
            };
            /**
             * @description `invalid_json`: The body is not a JSON object, is nested too deep, or has too many members.
             *     `invalid_input`: A parameter or a field of the body is not valid. The message names the field and the valid values.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `missing_control_token`: The server has a control token, and the request does not carry it.
             *     `invalid_control_token`: The control token is wrong.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `forbidden_host`: The server has no control token, and the Host header names neither this machine nor a configured host.
             *     `forbidden_origin`: The request comes from a page of another origin.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `account_not_found`: No account has this name. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `journal_off`: The journal is turned off. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_too_large`: The body is larger than the limit of this path. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_content_type`: A POST, PUT or DELETE request does not have the Content-Type application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error. The response contains no details. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `store_unavailable`: The store cannot be reached, or it is full. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    waitForRequests: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Wait until `count` requests match this filter. */
                    filter?: components["schemas"]["JournalFilter"];
                    /** @default 1 */
                    count?: number;
                    /** @description The id of a generation, instead of `filter`. Wait until a poll would return one of the statuses in `status`. */
                    generation?: string;
                    /**
                     * @default [
                     *       "completed",
                     *       "failed"
                     *     ]
                     */
                    status?: ("pending" | "running" | "completed" | "failed")[];
                    /** @description A cursor. The wait counts only requests after the cursor. */
                    since?: number;
                    /**
                     * @description Real seconds.
                     * @default 5
                     */
                    timeout_seconds?: number;
                };
            };
        };
        responses: {
            /** @description Whether the condition held before the timeout. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        held: true;
                        entries: components["schemas"]["JournalEntry"][];
                    } | {
                        /** @constant */
                        held: false;
                        why: string;
                        nearest: ({
                            request_id: string;
                            request: string;
                        } & {
                            [key: string]: unknown;
                        })[];
                    };
                };
            };
            /**
             * @description `invalid_json`: The body is not a JSON object, is nested too deep, or has too many members.
             *     `invalid_input`: A parameter or a field of the body is not valid. The message names the field and the valid values.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `missing_control_token`: The server has a control token, and the request does not carry it.
             *     `invalid_control_token`: The control token is wrong.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `forbidden_host`: The server has no control token, and the Host header names neither this machine nor a configured host.
             *     `forbidden_origin`: The request comes from a page of another origin.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `account_not_found`: No account has this name. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `journal_off`: The journal is turned off. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_too_large`: The body is larger than the limit of this path. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_content_type`: A POST, PUT or DELETE request does not have the Content-Type application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error. The response contains no details. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `store_unavailable`: The store cannot be reached, or it is full.
             *     `no_room`: The server has reached a limit: of accounts, keys, generations, fault rules, waiting requests, event streams, open files, or memory.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    findSequence: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    filters: components["schemas"]["JournalFilter"][];
                };
            };
        };
        responses: {
            /** @description Whether the requests arrived in this order. If they did not arrive in this order, the response names the missing request and the nearest requests. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        holds: boolean;
                        entries: components["schemas"]["JournalEntry"][];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /**
             * @description `invalid_json`: The body is not a JSON object, is nested too deep, or has too many members.
             *     `invalid_input`: A parameter or a field of the body is not valid. The message names the field and the valid values.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `missing_control_token`: The server has a control token, and the request does not carry it.
             *     `invalid_control_token`: The control token is wrong.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `forbidden_host`: The server has no control token, and the Host header names neither this machine nor a configured host.
             *     `forbidden_origin`: The request comes from a page of another origin.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `account_not_found`: No account has this name. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `journal_off`: The journal is turned off. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_too_large`: The body is larger than the limit of this path. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_content_type`: A POST, PUT or DELETE request does not have the Content-Type application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error. The response contains no details. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `store_unavailable`: The store cannot be reached, or it is full. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    exportJournal: {
        parameters: {
            query?: {
                format?: "har" | "jsonl";
            };
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A HAR 1.2 log, or JSON with one entry per line (`application/x-ndjson`). */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description `invalid_input`: A parameter or a field of the body is not valid. The message names the field and the valid values. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `missing_control_token`: The server has a control token, and the request does not carry it.
             *     `invalid_control_token`: The control token is wrong.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `forbidden_host`: The server has no control token, and the Host header names neither this machine nor a configured host.
             *     `forbidden_origin`: The request comes from a page of another origin.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `account_not_found`: No account has this name. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `journal_off`: The journal is turned off. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error. The response contains no details. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `store_unavailable`: The store cannot be reached, or it is full. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    explainRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The explanation and the entry. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        explanation: string;
                        entry: components["schemas"]["JournalEntry"];
                    };
                };
            };
            /**
             * @description `missing_control_token`: The server has a control token, and the request does not carry it.
             *     `invalid_control_token`: The control token is wrong.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `forbidden_host`: The server has no control token, and the Host header names neither this machine nor a configured host.
             *     `forbidden_origin`: The request comes from a page of another origin.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_not_found`: The journal has no request with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `journal_off`: The journal is turned off. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error. The response contains no details. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `store_unavailable`: The store cannot be reached, or it is full. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    takeSnapshot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The snapshot. To return to this state later, send the snapshot with PUT. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Snapshot"];
                };
            };
            /**
             * @description `missing_control_token`: The server has a control token, and the request does not carry it.
             *     `invalid_control_token`: The control token is wrong.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `forbidden_host`: The server has no control token, and the Host header names neither this machine nor a configured host.
             *     `forbidden_origin`: The request comes from a page of another origin.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `account_not_found`: No account has this name. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error. The response contains no details. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `store_unavailable`: The store cannot be reached, or it is full. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    restoreSnapshot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Snapshot"];
            };
        };
        responses: {
            /** @description The restored account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            /**
             * @description `invalid_json`: The body is not a JSON object, is nested too deep, or has too many members.
             *     `invalid_input`: A parameter or a field of the body is not valid. The message names the field and the valid values.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `missing_control_token`: The server has a control token, and the request does not carry it.
             *     `invalid_control_token`: The control token is wrong.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `forbidden_host`: The server has no control token, and the Host header names neither this machine nor a configured host.
             *     `forbidden_origin`: The request comes from a page of another origin.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_too_large`: The body is larger than the limit of this path. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_content_type`: A POST, PUT or DELETE request does not have the Content-Type application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error. The response contains no details. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `store_unavailable`: The store cannot be reached, or it is full.
             *     `no_room`: The server has reached a limit: of accounts, keys, generations, fault rules, waiting requests, event streams, open files, or memory.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    forkAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Generated if omitted. */
                    name?: string;
                    /** @description An API key. The key is never shown again. */
                    key?: string;
                };
            };
        };
        responses: {
            /** @description The new account and its key. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account: components["schemas"]["Account"];
                        key: string;
                    };
                };
            };
            /**
             * @description `invalid_json`: The body is not a JSON object, is nested too deep, or has too many members.
             *     `invalid_input`: A parameter or a field of the body is not valid. The message names the field and the valid values.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `missing_control_token`: The server has a control token, and the request does not carry it.
             *     `invalid_control_token`: The control token is wrong.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `forbidden_host`: The server has no control token, and the Host header names neither this machine nor a configured host.
             *     `forbidden_origin`: The request comes from a page of another origin.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `account_not_found`: No account has this name. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `account_exists`: An account with this name already exists.
             *     `key_taken`: The key belongs to another account.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_too_large`: The body is larger than the limit of this path. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_content_type`: A POST, PUT or DELETE request does not have the Content-Type application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error. The response contains no details. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `store_unavailable`: The store cannot be reached, or it is full.
             *     `no_room`: The server has reached a limit: of accounts, keys, generations, fault rules, waiting requests, event streams, open files, or memory.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    listenToEvents: {
        parameters: {
            query?: {
                /** @description Send only events of this account. */
                account?: string;
                /** @description Collect events for this many milliseconds and send them together. */
                batch_ms?: number;
                /** @description The maximum number of events to send together. If more events are waiting, the server drops the oldest events, and `lost` counts them. */
                most?: number;
                /** @description With `true`, the server keeps up to 1000 events for half a minute if the connection breaks. To resume, send the id of the last event in the header `Last-Event-ID`. */
                resume?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An endless stream. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": unknown;
                };
            };
            /** @description `invalid_input`: A parameter or a field of the body is not valid. The message names the field and the valid values. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `missing_control_token`: The server has a control token, and the request does not carry it.
             *     `invalid_control_token`: The control token is wrong.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `forbidden_host`: The server has no control token, and the Host header names neither this machine nor a configured host.
             *     `forbidden_origin`: The request comes from a page of another origin.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error. The response contains no details. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `store_unavailable`: The store cannot be reached, or it is full.
             *     `no_room`: The server has reached a limit: of accounts, keys, generations, fault rules, waiting requests, event streams, open files, or memory.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    describeServer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The kind of the server, and its details. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        kind: "emulator" | "proxy";
                        /** @description The id of this process. The id changes with each start, and each replica has its own id. */
                        instance: string;
                        /**
                         * @description The place where the accounts are stored: in `memory`, which a restart clears, in a data `folder`, or in a `store` that replicas share.
                         * @enum {string}
                         */
                        kept_in: "memory" | "folder" | "store";
                        /** @description The real service behind a proxy, and the cost of its creates. Null in an emulator. */
                        service: {
                            /** @description The base URL of the service, without `/v1`. */
                            url: string;
                            /** @description Null if no budget is set. Without a budget, the proxy does not forward creates. */
                            budget_usd: number | null;
                            spent_usd: number;
                            /** @description The possible cost of creates whose outcome is unknown. */
                            uncertain_usd: number;
                            left_usd: number;
                            /** @description The number of creates that the service accepted. */
                            creates: number;
                            /** @description The promises that the service broke. Null without `--check`. */
                            checked: {
                                judged: number;
                                broken: {
                                    check: string;
                                    times: number;
                                    why: string;
                                }[];
                            } | null;
                        } | null;
                        /** @description Operations of this document that this server does not support. */
                        refused: {
                            operation_id: string;
                            why: string;
                        }[];
                    };
                };
            };
            /**
             * @description `missing_control_token`: The server has a control token, and the request does not carry it.
             *     `invalid_control_token`: The control token is wrong.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `forbidden_host`: The server has no control token, and the Host header names neither this machine nor a configured host.
             *     `forbidden_origin`: The request comes from a page of another origin.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error. The response contains no details. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `store_unavailable`: The store cannot be reached, or it is full. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    describeControlApi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An OpenAPI 3.1 document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /**
             * @description `missing_control_token`: The server has a control token, and the request does not carry it.
             *     `invalid_control_token`: The control token is wrong.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `forbidden_host`: The server has no control token, and the Host header names neither this machine nor a configured host.
             *     `forbidden_origin`: The request comes from a page of another origin.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error. The response contains no details. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `store_unavailable`: The store cannot be reached, or it is full. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    describeApi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An OpenAPI 3.1 document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /**
             * @description `missing_control_token`: The server has a control token, and the request does not carry it.
             *     `invalid_control_token`: The control token is wrong.
             */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `forbidden_host`: The server has no control token, and the Host header names neither this machine nor a configured host.
             *     `forbidden_origin`: The request comes from a page of another origin.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error. The response contains no details. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `store_unavailable`: The store cannot be reached, or it is full. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
}
