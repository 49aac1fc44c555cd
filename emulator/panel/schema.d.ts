export interface paths {
    "/_standin/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the accounts that are open */
        get: operations["listAccounts"];
        put?: never;
        /**
         * Open an account, with settings and a key
         * @description Omitted settings have the defaults of the server. Without a key, it gets `sk_standin_<name>`.
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
         * @description The next request with its key opens it again, unless the key was issued by this API. An account that is damaged in the shared store is removed, too.
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
         * Reset an account to how it opened
         * @description Ledger, clock, counters, generations, Idempotency-Keys, revocations, fault rules, scenarios and journal. Requests in flight are aborted: no response from before arrives after it. The seed stays, so a run repeats.
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
         * Set what an account can spend
         * @description `granted_usd` changes with it, so that the ledger balances.
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
        /** Put credits in, or with a negative amount take them out */
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
         * Read the ledger of an account, movement by movement
         * @description The rows come from the requests in its journal, and from other changes between them. `opening` plus all rows equals `ledger`.
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
        /** Let one more key open an account */
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
         * Revoke one key of an account, or all
         * @description From the next request on it is refused like an unknown key.
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
         * Let a revoked key, or all of them, work again
         * @description When all were revoked at once, they can only be restored at once.
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
         * @description Open accounts keep their clocks, and a key that sets a clock gets its own.
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
         * Freeze or scale an account's clock, or let it be real again
         * @description `frozen` and a rate continue from the current reading; `real` and `frozen@<time>` set a new one.
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
         * @description The response lists what happened in the time between, in order.
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
         * @description Generations that end by polls or by hand stay live; `live` is their number.
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
         * @description This does not count as a poll. No status changes, and nothing is settled.
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
        /** Read a generation as it was last seen */
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
         * Read the clip of a generation without being a client
         * @description The bytes, ETag, ranges and preconditions of its content. It needs no key. Fault rules, rate limits and the journal ignore it. A clip that is not rendered yet is rendered.
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
         * Move a generation forward by hand
         * @description Its end settles it: a completed one is captured, a failed one is refunded.
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
         * @description An empty list turns faults off; `{"rules":[{}]}` fails everything with 503. Rules may be sent as they were listed; `seen` and `hits` are left out, and counters start again.
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
         * Start the counts of all fault rules again
         * @description Of the account's own rules, of its scenarios, and of the rules in the settings. Rules, scenarios, generations and money stay as they are.
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
        /** List the scenarios that are on for an account, and what came of them */
        get: operations["listAccountScenarios"];
        /**
         * Turn scenarios on for the whole account, and all others off
         * @description An empty list turns all off. Each named scenario starts again, even if it was on: "the first three" are the next three. It affects later requests. Duration and end of existing generations do not change. An opening balance only applies to an account that opens with the scenario. An account that no request has opened yet opens now, as its key would open it.
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
         * List the requests that reached no account
         * @description Unknown keys and unknown paths.
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
         * List the latest requests of all accounts together, or of one account, in short
         * @description Also those that reached no account. The event `request` reports each later request in the same form. To page back, send the `seq` of the oldest request of a page as `before`.
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
         * @description As the list, with every field of a filter.
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
         * @description Answers as soon as the condition holds, or at the timeout with the nearest requests. Waiting does not count as a poll.
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
        /** Check that requests came in this order; others may lie between them */
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
         * Explain in plain words why a request was answered as it was
         * @description By the id in the `x-request-id` header of the response.
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
         * Take the whole state of an account as JSON
         * @description Ledger, clock, counters, generations, Idempotency-Keys, revocations, fault rules and their counters, all as they are at one moment.
         */
        get: operations["takeSnapshot"];
        /**
         * Restore an account from a snapshot
         * @description The clock continues from its reading in the snapshot. Requests in flight are aborted. The snapshot may be of another account, and an account that is not open is opened. Until all of it is read, the account goes on as it was.
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
         * Open a second account in the state of this one
         * @description The two are independent from then on; the same requests get the same responses from both.
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
         * Listen to what happens, as server-sent events
         * @description The events are `generation`, `account`, `clock`, `request` (with the journal on), `fault` and `lost`. `clock` lists the changes that a move caused. `request` has the form of `GET /_standin/requests`. `fault` is sent when a rule fires. `lost` counts the events that a slow reader missed, or is null if the number is unknown. Each event except `lost` has `account` and `at`. The stream begins with the connection, or after `Last-Event-ID`.
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
        /** Read what this server is: an emulator, or a proxy in front of a real service */
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
        /** The description of the control API */
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
        /** The description of the API that the emulator stands in for */
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
                /** @description Generations ever created. */
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
             * @description By the account's clock.
             */
            now: string;
            /** @description As a setting, a key and a PUT write it: real, frozen or x60. */
            clock: string;
            /**
             * @description The kind of `clock`, without its rate.
             * @enum {string}
             */
            mode: "real" | "scaled" | "frozen";
            /** @description Seconds of the account for each real one; 0 is frozen. */
            rate: number;
        };
        /** @description balance + reserved + captured = granted, at all times. */
        Ledger: {
            granted_usd: number;
            balance_usd: number;
            reserved_usd: number;
            captured_usd: number;
        };
        ClockChange: {
            clock: components["schemas"]["Clock"];
            /** @description In the order in which they happened. */
            events: components["schemas"]["TimeEvent"][];
            /** @description Generations that have still not ended. */
            live: number;
        };
        /** @description Something that happened because time passed. */
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
            /** @description Whether the record shows it already; otherwise the next poll does. */
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
             * @description As a client last saw it.
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
            /** @description How it will go: by times (`starts_at`, `ends_at`), by polls, by hand; or waiting for its inputs. */
            plan: {
                /** @enum {string} */
                kind: "timed" | "polls" | "manual" | "waiting";
            } & {
                [key: string]: unknown;
            };
            source_video_ids: string[];
        };
        FaultRule: {
            /** @description by which answers and the journal name it; one is made up if left out */
            id?: string;
            /**
             * @description false keeps the rule, and does nothing
             * @default true
             */
            enabled: boolean;
            /**
             * @description which requests it sees; all conditions must hold, and one on what is not known at a phase does not
             * @default {}
             */
            match: {
                /** @description the operation, or a list of them: `create`, `get` (a poll) or `content` (a download) */
                operation?: ("create" | "get" | "content") | ("create" | "get" | "content")[];
                /**
                 * @description where in the life of a request it acts; the earliest possible if left out
                 * @enum {string}
                 */
                phase?: "before-authentication" | "before-reservation" | "after-reservation" | "while-running" | "after-completion" | "during-download";
                /** @description the workflow of the create, or a list of them */
                workflow?: ("text" | "image" | "first-and-last-frame" | "reference" | "edit" | "extend") | ("text" | "image" | "first-and-last-frame" | "reference" | "edit" | "extend")[];
                /** @description the resolution of the create, or a list of them */
                resolution?: ("480p" | "720p" | "1080p") | ("480p" | "720p" | "1080p")[];
                /** @description a part of the prompt, in upper or lower case */
                prompt?: string;
                /** @description the id of a generation */
                generation?: string;
                /** @description the status that this look finds, or a list of them */
                status?: ("pending" | "running" | "completed" | "failed") | ("pending" | "running" | "completed" | "failed")[];
                /** @description whether the request carries an Idempotency-Key */
                idempotency_key?: boolean;
                /** @description whether the download asks for a range */
                range?: boolean;
                /** @description whether the request came under a path in front of `/v1` */
                under_path?: boolean;
                /** @description only the requests with these numbers, counted from 1, among those that match otherwise */
                nth?: number | number[];
            };
            /**
             * @description which of those it acts on; all conditions must hold
             * @default {}
             */
            when: {
                /** @description lets so many pass first */
                after?: number;
                /** @description acts on so many, and then no more */
                first?: number;
                /** @description acts on each so many-th */
                every?: number;
                /** @description the chance for each request, drawn from the seed */
                probability?: number;
                /** @description seconds on the account's clock since the rule saw its first request */
                window?: {
                    /**
                     * @description when it begins to act
                     * @default 0
                     */
                    from_seconds: number;
                    /** @description when it ends */
                    to_seconds: number;
                };
                /** @description down for `forSeconds` of every `everySeconds`; over the ramp the chance of a failure grows from 0 to 1 */
                outage?: {
                    /** @description from the start of one outage to the start of the next */
                    every_seconds: number;
                    /** @description how long each lasts */
                    for_seconds: number;
                    /**
                     * @description how long its chance grows
                     * @default 0
                     */
                    ramp_seconds: number;
                };
                /**
                 * @description whether requests are counted for the account, or for each generation separately
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
                 * @description answers instead of the engine, or in place of what the engine answered
                 * @constant
                 */
                kind: "answer";
                /**
                 * @description the status of the answer
                 * @default 503
                 */
                status: number;
                /** @description the code of the error, documented or not; by default a code that fits the status */
                code?: string;
                /** @description the message of the error */
                message?: string;
                /**
                 * @description more headers, by names in lower case
                 * @default {}
                 */
                headers: {
                    [key: string]: string;
                };
                /** @description Retry-After: seconds, any text, or an HTTP date so many seconds ahead on the account's clock */
                retry_after?: number | string | {
                    /** @description an HTTP date so many seconds ahead */
                    date_in_seconds: number;
                };
                /**
                 * @description the body: the error as documented, nothing, an HTML page, broken JSON, or what you give
                 * @default envelope
                 */
                body: ("envelope" | "empty" | "html" | "malformed") | {
                    /** @description any value, sent as JSON */
                    json: components["schemas"]["Shared-schema0"];
                } | {
                    /** @description sent as it is */
                    text: string;
                };
                /** @description Content-Type; by default the type of the body */
                content_type?: string;
            } | {
                /**
                 * @description waits
                 * @constant
                 */
                kind: "delay";
                /** @description milliseconds: as many, or drawn from a distribution */
                ms: number | {
                    /** @description from and to; each value between is as likely */
                    uniform: [
                        number,
                        number
                    ];
                } | {
                    /** @description mostly near the median, and now and then much longer */
                    lognormal: {
                        /** @description half of the waits are shorter */
                        median: number;
                        /** @description how far they spread; 0 is not at all */
                        sigma: number;
                    };
                };
                /**
                 * @description waits before the headers, or between them and the first byte of the body
                 * @default headers
                 * @enum {string}
                 */
                before: "headers" | "body";
            } | {
                /**
                 * @description ends the answer early: by RST, by FIN, or by sending nothing more
                 * @enum {string}
                 */
                kind: "reset" | "cut" | "stall";
                /**
                 * @description before the headers, after them, or at a fraction of the body
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
                 * @description accepts the request and never answers
                 * @constant
                 */
                kind: "drop";
            } | {
                /**
                 * @description sends the body slowly
                 * @constant
                 */
                kind: "throttle";
                /** @description bytes of body in a second */
                bytes_per_second: number;
            } | {
                /**
                 * @description changes the plan or the refund of the generation that is being created
                 * @constant
                 */
                kind: "outcome";
                /** @description the generation fails */
                fail?: {
                    /**
                     * @description the status in which it fails
                     * @enum {string}
                     */
                    from: "pending" | "running";
                    /**
                     * @description the code of its failure
                     * @enum {string}
                     */
                    code: "input_content_rejected" | "person_likeness_rejected" | "output_content_rejected" | "copyright_rejected" | "image_fetch_failed" | "audio_fetch_failed" | "image_invalid" | "audio_invalid" | "source_video_unavailable" | "queue_timeout" | "generation_timeout" | "capacity_unavailable" | "no_output" | "generation_failed" | "internal_error";
                    /** @description the number of the input file that failed, counted from 1 */
                    input?: number;
                };
                /**
                 * @description stays in this status: pending for ever, running for `giveUpSeconds`
                 * @enum {string}
                 */
                stick?: "pending" | "running";
                /**
                 * @description how long a generation stuck in `running` runs, on the account's clock, until it fails with `generation_timeout`
                 * @default 2700
                 */
                give_up_seconds: number;
                /**
                 * @description goes from pending straight to its end
                 * @default false
                 */
                skip_running: boolean;
                /**
                 * @description a violation of the API document, on purpose: the refund comes one look late, twice, or never
                 * @enum {string}
                 */
                refund?: "late" | "twice" | "never";
            } | {
                /**
                 * @description changes the record in an answer
                 * @constant
                 */
                kind: "record";
                /** @description the status that the record shows */
                status?: string;
                /**
                 * @description fields that are set or added, at the top level
                 * @default {}
                 */
                set: {
                    [key: string]: components["schemas"]["Shared-schema1"];
                };
                /**
                 * @description fields that are left out
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
                 * @description answers a range with 200 and the whole clip
                 * @default false
                 */
                ignore_range: boolean;
                /**
                 * @description another ETag in each answer
                 * @default false
                 */
                change_etag: boolean;
                /**
                 * @description answers a range with a part that is shorter than Content-Range says, begins elsewhere, or has another total
                 * @enum {string}
                 */
                wrong_part?: "shorter" | "elsewhere" | "other-total";
                /**
                 * @description bytes by which Content-Length is wrong
                 * @default 0
                 */
                length_delta: number;
                /**
                 * @description the clip itself: without its index, with wrong bytes, or with another number of frames a second
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
                /** @description US dollars that the account has from then on */
                balance_usd?: number;
                /**
                 * @description the key is refused from then on
                 * @default false
                 */
                revoke_key: boolean;
                /** @description moves the account's clock by so many seconds, back where it is negative */
                advance_seconds?: number;
            } | {
                /**
                 * @description multiplies the cost of the create
                 * @constant
                 */
                kind: "price";
                /** @description by which the cost of the create is multiplied */
                factor: number;
            };
            /**
             * @description when it ends for good
             * @default {}
             */
            limit: {
                /** @description fires so often at most */
                hits?: number;
                /** @description seconds on the account's clock since the control API added the rule; of other rules, since their first request */
                ttl_seconds?: number;
            };
            /** @description a note on its purpose */
            note?: string;
        };
        /** @description A fault rule, with the number of requests that it saw and of its hits. A spent rule fires only after its counts are reset. */
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
            /** @description Its effects on the whole account, even if it is turned on for one generation only. */
            changes: ("balance" | "clock" | "key")[];
            rules: {
                [key: string]: unknown;
            }[];
            /** @description Why it cannot be turned on; null where it can. */
            problem: string | null;
        };
        /** @description The requests that its rules saw, and their hits. A spent scenario has no effect until it is turned on again. */
        ActiveScenario: {
            name: string;
            seen: number;
            hits: number;
            spent: boolean;
        };
        /** @description One request and all that is known of it. It holds no key. */
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
            /** @description path and query as they came */
            path?: string;
            /** @description 404, 4xx, or a list of such */
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
            /** @description not before this time of the account's clock */
            from?: number | string;
            /** @description not after this time of the account's clock */
            to?: number | string;
        };
        /** @description A whole account. The fields inside of `state` may change between versions. */
        Snapshot: {
            /** @constant */
            format: "standin-account";
            /**
             * @description 2. Version 1, with its fields in camelCase, is still read.
             * @enum {number}
             */
            version: 1 | 2;
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
                    /** @description by which answers and the journal name it; one is made up if left out */
                    id: string;
                    /**
                     * @description false keeps the rule, and does nothing
                     * @default true
                     */
                    enabled: boolean;
                    /**
                     * @description which requests it sees; all conditions must hold, and one on what is not known at a phase does not
                     * @default {}
                     */
                    match: {
                        /** @description the operation, or a list of them: `create`, `get` (a poll) or `content` (a download) */
                        operation?: ("create" | "get" | "content") | ("create" | "get" | "content")[];
                        /**
                         * @description where in the life of a request it acts; the earliest possible if left out
                         * @enum {string}
                         */
                        phase?: "before-authentication" | "before-reservation" | "after-reservation" | "while-running" | "after-completion" | "during-download";
                        /** @description the workflow of the create, or a list of them */
                        workflow?: ("text" | "image" | "first-and-last-frame" | "reference" | "edit" | "extend") | ("text" | "image" | "first-and-last-frame" | "reference" | "edit" | "extend")[];
                        /** @description the resolution of the create, or a list of them */
                        resolution?: ("480p" | "720p" | "1080p") | ("480p" | "720p" | "1080p")[];
                        /** @description a part of the prompt, in upper or lower case */
                        prompt?: string;
                        /** @description the id of a generation */
                        generation?: string;
                        /** @description the status that this look finds, or a list of them */
                        status?: ("pending" | "running" | "completed" | "failed") | ("pending" | "running" | "completed" | "failed")[];
                        /** @description whether the request carries an Idempotency-Key */
                        idempotency_key?: boolean;
                        /** @description whether the download asks for a range */
                        range?: boolean;
                        /** @description whether the request came under a path in front of `/v1` */
                        under_path?: boolean;
                        /** @description only the requests with these numbers, counted from 1, among those that match otherwise */
                        nth?: number | number[];
                    };
                    /**
                     * @description which of those it acts on; all conditions must hold
                     * @default {}
                     */
                    when: {
                        /** @description lets so many pass first */
                        after?: number;
                        /** @description acts on so many, and then no more */
                        first?: number;
                        /** @description acts on each so many-th */
                        every?: number;
                        /** @description the chance for each request, drawn from the seed */
                        probability?: number;
                        /** @description seconds on the account's clock since the rule saw its first request */
                        window?: {
                            /**
                             * @description when it begins to act
                             * @default 0
                             */
                            from_seconds: number;
                            /** @description when it ends */
                            to_seconds: number;
                        };
                        /** @description down for `forSeconds` of every `everySeconds`; over the ramp the chance of a failure grows from 0 to 1 */
                        outage?: {
                            /** @description from the start of one outage to the start of the next */
                            every_seconds: number;
                            /** @description how long each lasts */
                            for_seconds: number;
                            /**
                             * @description how long its chance grows
                             * @default 0
                             */
                            ramp_seconds: number;
                        };
                        /**
                         * @description whether requests are counted for the account, or for each generation separately
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
                         * @description answers instead of the engine, or in place of what the engine answered
                         * @constant
                         */
                        kind: "answer";
                        /**
                         * @description the status of the answer
                         * @default 503
                         */
                        status: number;
                        /** @description the code of the error, documented or not; by default a code that fits the status */
                        code?: string;
                        /** @description the message of the error */
                        message?: string;
                        /**
                         * @description more headers, by names in lower case
                         * @default {}
                         */
                        headers: {
                            [key: string]: string;
                        };
                        /** @description Retry-After: seconds, any text, or an HTTP date so many seconds ahead on the account's clock */
                        retry_after?: number | string | {
                            /** @description an HTTP date so many seconds ahead */
                            date_in_seconds: number;
                        };
                        /**
                         * @description the body: the error as documented, nothing, an HTML page, broken JSON, or what you give
                         * @default envelope
                         */
                        body: ("envelope" | "empty" | "html" | "malformed") | {
                            /** @description any value, sent as JSON */
                            json: components["schemas"]["Shared-schema0"];
                        } | {
                            /** @description sent as it is */
                            text: string;
                        };
                        /** @description Content-Type; by default the type of the body */
                        content_type?: string;
                    } | {
                        /**
                         * @description waits
                         * @constant
                         */
                        kind: "delay";
                        /** @description milliseconds: as many, or drawn from a distribution */
                        ms: number | {
                            /** @description from and to; each value between is as likely */
                            uniform: [
                                number,
                                number
                            ];
                        } | {
                            /** @description mostly near the median, and now and then much longer */
                            lognormal: {
                                /** @description half of the waits are shorter */
                                median: number;
                                /** @description how far they spread; 0 is not at all */
                                sigma: number;
                            };
                        };
                        /**
                         * @description waits before the headers, or between them and the first byte of the body
                         * @default headers
                         * @enum {string}
                         */
                        before: "headers" | "body";
                    } | {
                        /**
                         * @description ends the answer early: by RST, by FIN, or by sending nothing more
                         * @enum {string}
                         */
                        kind: "reset" | "cut" | "stall";
                        /**
                         * @description before the headers, after them, or at a fraction of the body
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
                         * @description accepts the request and never answers
                         * @constant
                         */
                        kind: "drop";
                    } | {
                        /**
                         * @description sends the body slowly
                         * @constant
                         */
                        kind: "throttle";
                        /** @description bytes of body in a second */
                        bytes_per_second: number;
                    } | {
                        /**
                         * @description changes the plan or the refund of the generation that is being created
                         * @constant
                         */
                        kind: "outcome";
                        /** @description the generation fails */
                        fail?: {
                            /**
                             * @description the status in which it fails
                             * @enum {string}
                             */
                            from: "pending" | "running";
                            /**
                             * @description the code of its failure
                             * @enum {string}
                             */
                            code: "input_content_rejected" | "person_likeness_rejected" | "output_content_rejected" | "copyright_rejected" | "image_fetch_failed" | "audio_fetch_failed" | "image_invalid" | "audio_invalid" | "source_video_unavailable" | "queue_timeout" | "generation_timeout" | "capacity_unavailable" | "no_output" | "generation_failed" | "internal_error";
                            /** @description the number of the input file that failed, counted from 1 */
                            input?: number;
                        };
                        /**
                         * @description stays in this status: pending for ever, running for `giveUpSeconds`
                         * @enum {string}
                         */
                        stick?: "pending" | "running";
                        /**
                         * @description how long a generation stuck in `running` runs, on the account's clock, until it fails with `generation_timeout`
                         * @default 2700
                         */
                        give_up_seconds: number;
                        /**
                         * @description goes from pending straight to its end
                         * @default false
                         */
                        skip_running: boolean;
                        /**
                         * @description a violation of the API document, on purpose: the refund comes one look late, twice, or never
                         * @enum {string}
                         */
                        refund?: "late" | "twice" | "never";
                    } | {
                        /**
                         * @description changes the record in an answer
                         * @constant
                         */
                        kind: "record";
                        /** @description the status that the record shows */
                        status?: string;
                        /**
                         * @description fields that are set or added, at the top level
                         * @default {}
                         */
                        set: {
                            [key: string]: components["schemas"]["Shared-schema1"];
                        };
                        /**
                         * @description fields that are left out
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
                         * @description answers a range with 200 and the whole clip
                         * @default false
                         */
                        ignore_range: boolean;
                        /**
                         * @description another ETag in each answer
                         * @default false
                         */
                        change_etag: boolean;
                        /**
                         * @description answers a range with a part that is shorter than Content-Range says, begins elsewhere, or has another total
                         * @enum {string}
                         */
                        wrong_part?: "shorter" | "elsewhere" | "other-total";
                        /**
                         * @description bytes by which Content-Length is wrong
                         * @default 0
                         */
                        length_delta: number;
                        /**
                         * @description the clip itself: without its index, with wrong bytes, or with another number of frames a second
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
                        /** @description US dollars that the account has from then on */
                        balance_usd?: number;
                        /**
                         * @description the key is refused from then on
                         * @default false
                         */
                        revoke_key: boolean;
                        /** @description moves the account's clock by so many seconds, back where it is negative */
                        advance_seconds?: number;
                    } | {
                        /**
                         * @description multiplies the cost of the create
                         * @constant
                         */
                        kind: "price";
                        /** @description by which the cost of the create is multiplied */
                        factor: number;
                    };
                    /**
                     * @description when it ends for good
                     * @default {}
                     */
                    limit: {
                        /** @description fires so often at most */
                        hits?: number;
                        /** @description seconds on the account's clock since the control API added the rule; of other rules, since their first request */
                        ttl_seconds?: number;
                    };
                    /** @description a note on its purpose */
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
        /** @description The envelope of every error answer. */
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
             * @description To be quoted when asking for help.
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
                /** @description Only names with this prefix. */
                prefix?: string;
                limit?: number;
                /** @description `latest`: those with the latest requests first, then those that opened last. */
                order?: "opened" | "latest";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As they stand, each with its latest request. */
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
                                /** @description Generations ever created. */
                                created: number;
                            };
                            /** @enum {string} */
                            keys: "valid" | "some_revoked" | "revoked";
                            /** @description Failure scenarios that are on for the whole account. */
                            scenarios: string[];
                            /** @description A summary of its journal. */
                            activity: {
                                /** @description So many are in the journal. */
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
            /** @description `invalid_input`: A parameter or a field of the body is wrong. The message names it and says what it must be. */
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
             * @description `forbidden_host`: Without a control token, Host names neither this machine nor a configured host.
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
            /** @description `internal_error`: An unexpected error; the response shows no details. */
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
                    /** @description Generated when left out. */
                    name?: string;
                    /** @description An API key. It is never shown again. */
                    key?: string;
                    /** @description US dollars in a new account */
                    balance?: number;
                    /** @description how long a generation takes: instant, fast (3 s), realistic, manual (by control API), polls:P,R (pending for P polls, running for R polls) or seconds:P,R (in seconds; 60..90 means median..p95) */
                    latency?: string;
                    /** @description the clock of an account: real, frozen, frozen@<ISO 8601 time> or x<rate> with a rate above 0 (x60 is a minute each second) */
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
                    /** @description failure scenario for all accounts; "standin scenarios" lists them */
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
            /** @description The account and its key, which is shown this once. */
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
             * @description `invalid_json`: The body is not one JSON object, or it is nested too deep or has too many members.
             *     `invalid_input`: A parameter or a field of the body is wrong. The message names it and says what it must be.
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
             * @description `forbidden_host`: Without a control token, Host names neither this machine nor a configured host.
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
             * @description `account_exists`: An account with this name is open already.
             *     `key_taken`: The key opens another account.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_too_large`: The body is over the limit of this path. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_content_type`: A write is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error; the response shows no details. */
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
             *     `no_room`: A limit is reached: of accounts, keys, generations, fault rules, waits, listeners, open files, or memory.
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
            /** @description The account as it stands. */
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
             * @description `forbidden_host`: Without a control token, Host names neither this machine nor a configured host.
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
            /** @description `account_not_found`: No account with this name is open. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error; the response shows no details. */
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
            /** @description It is deleted. */
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
             * @description `invalid_json`: The body is not one JSON object, or it is nested too deep or has too many members.
             *     `invalid_input`: A parameter or a field of the body is wrong. The message names it and says what it must be.
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
             * @description `forbidden_host`: Without a control token, Host names neither this machine nor a configured host.
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
            /** @description `account_not_found`: No account with this name is open. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_too_large`: The body is over the limit of this path. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_content_type`: A write is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error; the response shows no details. */
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
            /** @description The account as it opened. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            /**
             * @description `invalid_json`: The body is not one JSON object, or it is nested too deep or has too many members.
             *     `invalid_input`: A parameter or a field of the body is wrong. The message names it and says what it must be.
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
             * @description `forbidden_host`: Without a control token, Host names neither this machine nor a configured host.
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
            /** @description `account_not_found`: No account with this name is open. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_too_large`: The body is over the limit of this path. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_content_type`: A write is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error; the response shows no details. */
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
            /** @description The account as it stands then. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            /**
             * @description `invalid_json`: The body is not one JSON object, or it is nested too deep or has too many members.
             *     `invalid_input`: A parameter or a field of the body is wrong. The message names it and says what it must be.
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
             * @description `forbidden_host`: Without a control token, Host names neither this machine nor a configured host.
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
            /** @description `account_not_found`: No account with this name is open. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_too_large`: The body is over the limit of this path. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_content_type`: A write is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error; the response shows no details. */
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
            /** @description The account as it stands then. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            /**
             * @description `invalid_json`: The body is not one JSON object, or it is nested too deep or has too many members.
             *     `invalid_input`: A parameter or a field of the body is wrong. The message names it and says what it must be.
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
             * @description `forbidden_host`: Without a control token, Host names neither this machine nor a configured host.
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
            /** @description `account_not_found`: No account with this name is open. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `balance_too_low`: The amount to take out is more than the balance. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_too_large`: The body is over the limit of this path. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_content_type`: A write is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error; the response shows no details. */
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
            /** @description The newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ledger: components["schemas"]["Ledger"];
                        /** @description Before the oldest of all rows. */
                        opening: components["schemas"]["Ledger"];
                        /** @description In all rows together. */
                        refunded_usd: number;
                        rows: {
                            /** @enum {string} */
                            kind: "reserve" | "capture" | "refund" | "grant";
                            /** @description Below zero for credits that were taken out, and for captures that a snapshot undid. */
                            amount_usd: number;
                            /** @description After it. */
                            ledger: components["schemas"]["Ledger"];
                            /** @description By the account's clock; null for what no request did before the server was started, or in another replica. */
                            at: string | null;
                            /** @description Null for what no request did: the clock, a move by hand, a grant, a snapshot that was restored. */
                            request_id: string | null;
                            generation: string | null;
                        }[];
                        /** @description How many rows there are. */
                        total: number;
                        /** @description Whether the journal lost earlier requests, so that `opening` is not how the account opened. */
                        is_lossy: boolean;
                    };
                };
            };
            /** @description `invalid_input`: A parameter or a field of the body is wrong. The message names it and says what it must be. */
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
             * @description `forbidden_host`: Without a control token, Host names neither this machine nor a configured host.
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
            /** @description `account_not_found`: No account with this name is open. */
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
            /** @description `internal_error`: An unexpected error; the response shows no details. */
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
                    /** @description An API key. It is never shown again. */
                    key: string;
                };
            };
        };
        responses: {
            /** @description The account as it stands then. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            /**
             * @description `invalid_json`: The body is not one JSON object, or it is nested too deep or has too many members.
             *     `invalid_input`: A parameter or a field of the body is wrong. The message names it and says what it must be.
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
             * @description `forbidden_host`: Without a control token, Host names neither this machine nor a configured host.
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
            /** @description `account_not_found`: No account with this name is open. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `key_taken`: The key opens another account. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_too_large`: The body is over the limit of this path. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_content_type`: A write is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error; the response shows no details. */
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
             *     `no_room`: A limit is reached: of accounts, keys, generations, fault rules, waits, listeners, open files, or memory.
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
                    /** @description All keys of the account when left out. */
                    key?: string;
                };
            };
        };
        responses: {
            /** @description The account as it stands then. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            /**
             * @description `invalid_json`: The body is not one JSON object, or it is nested too deep or has too many members.
             *     `invalid_input`: A parameter or a field of the body is wrong. The message names it and says what it must be.
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
             * @description `forbidden_host`: Without a control token, Host names neither this machine nor a configured host.
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
            /** @description `account_not_found`: No account with this name is open. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_too_large`: The body is over the limit of this path. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_content_type`: A write is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error; the response shows no details. */
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
             *     `no_room`: A limit is reached: of accounts, keys, generations, fault rules, waits, listeners, open files, or memory.
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
                    /** @description All keys of the account when left out. */
                    key?: string;
                };
            };
        };
        responses: {
            /** @description The account as it stands then. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            /**
             * @description `invalid_json`: The body is not one JSON object, or it is nested too deep or has too many members.
             *     `invalid_input`: A parameter or a field of the body is wrong. The message names it and says what it must be.
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
             * @description `forbidden_host`: Without a control token, Host names neither this machine nor a configured host.
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
            /** @description `account_not_found`: No account with this name is open. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_too_large`: The body is over the limit of this path. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_content_type`: A write is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error; the response shows no details. */
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
            /** @description What it reads. */
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
             * @description `forbidden_host`: Without a control token, Host names neither this machine nor a configured host.
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
            /** @description `internal_error`: An unexpected error; the response shows no details. */
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
                    /** @description real, frozen, frozen@<ISO 8601 time> or x<rate> with a rate above 0 (x60 is a minute each second) */
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
             * @description `invalid_json`: The body is not one JSON object, or it is nested too deep or has too many members.
             *     `invalid_input`: A parameter or a field of the body is wrong. The message names it and says what it must be.
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
             * @description `forbidden_host`: Without a control token, Host names neither this machine nor a configured host.
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
            /** @description `request_too_large`: The body is over the limit of this path. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_content_type`: A write is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error; the response shows no details. */
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
                     * @description A time on the clock that is moved.
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
             * @description `invalid_json`: The body is not one JSON object, or it is nested too deep or has too many members.
             *     `invalid_input`: A parameter or a field of the body is wrong. The message names it and says what it must be.
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
             * @description `forbidden_host`: Without a control token, Host names neither this machine nor a configured host.
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
            /** @description `request_too_large`: The body is over the limit of this path. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_content_type`: A write is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error; the response shows no details. */
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
            /** @description What it reads. */
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
             * @description `forbidden_host`: Without a control token, Host names neither this machine nor a configured host.
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
            /** @description `account_not_found`: No account with this name is open. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error; the response shows no details. */
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
                    /** @description real, frozen, frozen@<ISO 8601 time> or x<rate> with a rate above 0 (x60 is a minute each second) */
                    clock: string;
                };
            };
        };
        responses: {
            /** @description The new reading of the clock, and the events in between. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClockChange"];
                };
            };
            /**
             * @description `invalid_json`: The body is not one JSON object, or it is nested too deep or has too many members.
             *     `invalid_input`: A parameter or a field of the body is wrong. The message names it and says what it must be.
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
             * @description `forbidden_host`: Without a control token, Host names neither this machine nor a configured host.
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
            /** @description `account_not_found`: No account with this name is open. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_too_large`: The body is over the limit of this path. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_content_type`: A write is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error; the response shows no details. */
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
                     * @description A time on the clock that is moved.
                     */
                    to?: string;
                };
            };
        };
        responses: {
            /** @description The new reading of the clock, and the events in between. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClockChange"];
                };
            };
            /**
             * @description `invalid_json`: The body is not one JSON object, or it is nested too deep or has too many members.
             *     `invalid_input`: A parameter or a field of the body is wrong. The message names it and says what it must be.
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
             * @description `forbidden_host`: Without a control token, Host names neither this machine nor a configured host.
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
            /** @description `account_not_found`: No account with this name is open. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_too_large`: The body is over the limit of this path. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_content_type`: A write is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error; the response shows no details. */
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
            /** @description The new reading of the clock, and the events in between. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClockChange"];
                };
            };
            /**
             * @description `invalid_json`: The body is not one JSON object, or it is nested too deep or has too many members.
             *     `invalid_input`: A parameter or a field of the body is wrong. The message names it and says what it must be.
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
             * @description `forbidden_host`: Without a control token, Host names neither this machine nor a configured host.
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
            /** @description `account_not_found`: No account with this name is open. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_too_large`: The body is over the limit of this path. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_content_type`: A write is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error; the response shows no details. */
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
            /** @description The newest first. */
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
            /** @description `invalid_input`: A parameter or a field of the body is wrong. The message names it and says what it must be. */
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
             * @description `forbidden_host`: Without a control token, Host names neither this machine nor a configured host.
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
            /** @description `account_not_found`: No account with this name is open. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error; the response shows no details. */
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
             * @description `forbidden_host`: Without a control token, Host names neither this machine nor a configured host.
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
             * @description `account_not_found`: No account with this name is open.
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
            /** @description `internal_error`: An unexpected error; the response shows no details. */
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
            /** @description The clip, or with 206 a part of it. */
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
             * @description `forbidden_host`: Without a control token, Host names neither this machine nor a configured host.
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
             * @description `account_not_found`: No account with this name is open.
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
            /** @description `internal_error`: An unexpected error; the response shows no details. */
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
                    /** @description With `failed`: why; `generation_failed`, or what its plan says, when left out. `input` numbers the file. */
                    failure?: {
                        /** @enum {string} */
                        code: "input_content_rejected" | "person_likeness_rejected" | "output_content_rejected" | "copyright_rejected" | "image_fetch_failed" | "audio_fetch_failed" | "image_invalid" | "audio_invalid" | "source_video_unavailable" | "queue_timeout" | "generation_timeout" | "capacity_unavailable" | "no_output" | "generation_failed" | "internal_error";
                        input?: number;
                    };
                };
            };
        };
        responses: {
            /** @description The generation as it is then. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Generation"];
                };
            };
            /**
             * @description `invalid_json`: The body is not one JSON object, or it is nested too deep or has too many members.
             *     `invalid_input`: A parameter or a field of the body is wrong. The message names it and says what it must be.
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
             * @description `forbidden_host`: Without a control token, Host names neither this machine nor a configured host.
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
             * @description `account_not_found`: No account with this name is open.
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
            /** @description `move_not_possible`: A status never goes back, and completed and failed are final. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_too_large`: The body is over the limit of this path. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_content_type`: A write is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error; the response shows no details. */
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
            /** @description In the order in which they are evaluated. */
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
             * @description `forbidden_host`: Without a control token, Host names neither this machine nor a configured host.
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
            /** @description `account_not_found`: No account with this name is open. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error; the response shows no details. */
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
                     * @description By default, a rule without a limit ends 600 seconds after it was added (on the account's clock), or after 1000 hits.
                     * @default false
                     */
                    keep?: boolean;
                };
            };
        };
        responses: {
            /** @description The rules as they are in use. */
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
             * @description `invalid_json`: The body is not one JSON object, or it is nested too deep or has too many members.
             *     `invalid_input`: A parameter or a field of the body is wrong. The message names it and says what it must be.
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
             * @description `forbidden_host`: Without a control token, Host names neither this machine nor a configured host.
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
            /** @description `account_not_found`: No account with this name is open. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_too_large`: The body is over the limit of this path. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_content_type`: A write is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error; the response shows no details. */
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
             *     `no_room`: A limit is reached: of accounts, keys, generations, fault rules, waits, listeners, open files, or memory.
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
                     * @description By default, a rule without a limit ends 600 seconds after it was added (on the account's clock), or after 1000 hits.
                     * @default false
                     */
                    keep?: boolean;
                };
            };
        };
        responses: {
            /** @description The rule as it is in use. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RuleInUse"];
                };
            };
            /**
             * @description `invalid_json`: The body is not one JSON object, or it is nested too deep or has too many members.
             *     `invalid_input`: A parameter or a field of the body is wrong. The message names it and says what it must be.
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
             * @description `forbidden_host`: Without a control token, Host names neither this machine nor a configured host.
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
            /** @description `account_not_found`: No account with this name is open. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_too_large`: The body is over the limit of this path. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_content_type`: A write is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error; the response shows no details. */
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
             *     `no_room`: A limit is reached: of accounts, keys, generations, fault rules, waits, listeners, open files, or memory.
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
            /** @description The account's own rules as they are then. */
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
             * @description `invalid_json`: The body is not one JSON object, or it is nested too deep or has too many members.
             *     `invalid_input`: A parameter or a field of the body is wrong. The message names it and says what it must be.
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
             * @description `forbidden_host`: Without a control token, Host names neither this machine nor a configured host.
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
            /** @description `account_not_found`: No account with this name is open. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_too_large`: The body is over the limit of this path. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_content_type`: A write is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error; the response shows no details. */
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
            /** @description The rules that are left. */
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
             * @description `invalid_json`: The body is not one JSON object, or it is nested too deep or has too many members.
             *     `invalid_input`: A parameter or a field of the body is wrong. The message names it and says what it must be.
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
             * @description `forbidden_host`: Without a control token, Host names neither this machine nor a configured host.
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
             * @description `account_not_found`: No account with this name is open.
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
            /** @description `request_too_large`: The body is over the limit of this path. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_content_type`: A write is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error; the response shows no details. */
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
                /** @description Words and numbers, such as `429 burst`: only scenarios that tell of all of them, or else of the most; the likeliest first. */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description By number, or what was searched for first. */
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
            /** @description `invalid_input`: A parameter or a field of the body is wrong. The message names it and says what it must be. */
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
             * @description `forbidden_host`: Without a control token, Host names neither this machine nor a configured host.
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
            /** @description `internal_error`: An unexpected error; the response shows no details. */
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
            /** @description In the order in which they were turned on. */
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
             * @description `forbidden_host`: Without a control token, Host names neither this machine nor a configured host.
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
            /** @description `account_not_found`: No account with this name is open. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error; the response shows no details. */
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
            /** @description The account as it stands then. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            /**
             * @description `invalid_json`: The body is not one JSON object, or it is nested too deep or has too many members.
             *     `invalid_input`: A parameter or a field of the body is wrong. The message names it and says what it must be.
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
             * @description `forbidden_host`: Without a control token, Host names neither this machine nor a configured host.
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
            /** @description `account_not_found`: No account with this name is open. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_too_large`: The body is over the limit of this path. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_content_type`: A write is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error; the response shows no details. */
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
                /** @description path and query as they came */
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
                /** @description the former spelling of request_id */
                requestId?: string;
                /** @description the former spelling of idempotency_key */
                idempotencyKey?: string;
                status?: string;
                since?: number;
                /** @description The newest so many. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: components["schemas"]["JournalEntry"][];
                        /** @description Send it as `since` to get what comes after. */
                        cursor: number;
                        /** @description Whether this account lost some after `since`, to its bound or by clearing. */
                        is_lossy: boolean;
                    };
                };
            };
            /** @description `invalid_input`: A parameter or a field of the body is wrong. The message names it and says what it must be. */
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
             * @description `forbidden_host`: Without a control token, Host names neither this machine nor a configured host.
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
            /** @description `internal_error`: An unexpected error; the response shows no details. */
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
                /** @description Only requests of this account. An account without requests has an empty list. */
                account?: string;
                /** @description Only requests with a smaller `seq`. */
                before?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        requests: ({
                            seq: number;
                            request_id: string;
                            /** @description Null when it reached no account. */
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
                            /** @description In a proxy: what became of the answer of the service; null where it was not asked, as in every emulator. */
                            upstream: ("passed" | "changed" | "withheld" | "none") | null;
                            /** @description How many promises the service broke with it, as `--check` found. */
                            warnings: number;
                        } & {
                            [key: string]: unknown;
                        })[];
                    };
                };
            };
            /** @description `invalid_input`: A parameter or a field of the body is wrong. The message names it and says what it must be. */
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
             * @description `forbidden_host`: Without a control token, Host names neither this machine nor a configured host.
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
            /** @description `internal_error`: An unexpected error; the response shows no details. */
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
                /** @description path and query as they came */
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
                /** @description the former spelling of request_id */
                requestId?: string;
                /** @description the former spelling of idempotency_key */
                idempotencyKey?: string;
                status?: string;
                since?: number;
                /** @description The newest so many. */
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
            /** @description The oldest first, in the order in which they were answered. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: components["schemas"]["JournalEntry"][];
                        /** @description Send it as `since` to get what comes after. */
                        cursor: number;
                        /** @description Whether this account lost some after `since`, to its bound or by clearing. */
                        is_lossy: boolean;
                    };
                };
            };
            /** @description `invalid_input`: A parameter or a field of the body is wrong. The message names it and says what it must be. */
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
             * @description `forbidden_host`: Without a control token, Host names neither this machine nor a configured host.
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
            /** @description `account_not_found`: No account with this name is open. */
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
            /** @description `internal_error`: An unexpected error; the response shows no details. */
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
            /** @description It is empty; cursors stay valid. */
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
             * @description `invalid_json`: The body is not one JSON object, or it is nested too deep or has too many members.
             *     `invalid_input`: A parameter or a field of the body is wrong. The message names it and says what it must be.
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
             * @description `forbidden_host`: Without a control token, Host names neither this machine nor a configured host.
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
            /** @description `account_not_found`: No account with this name is open. */
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
            /** @description `request_too_large`: The body is over the limit of this path. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_content_type`: A write is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error; the response shows no details. */
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
            /** @description The oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: components["schemas"]["JournalEntry"][];
                        /** @description Send it as `since` to get what comes after. */
                        cursor: number;
                        /** @description Whether this account lost some after `since`, to its bound or by clearing. */
                        is_lossy: boolean;
                    };
                };
            };
            /**
             * @description `invalid_json`: The body is not one JSON object, or it is nested too deep or has too many members.
             *     `invalid_input`: A parameter or a field of the body is wrong. The message names it and says what it must be.
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
             * @description `forbidden_host`: Without a control token, Host names neither this machine nor a configured host.
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
            /** @description `account_not_found`: No account with this name is open. */
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
            /** @description `request_too_large`: The body is over the limit of this path. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_content_type`: A write is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error; the response shows no details. */
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
                    /** @description Waits until `count` requests match. */
                    filter?: components["schemas"]["JournalFilter"];
                    /** @default 1 */
                    count?: number;
                    /** @description Or: until a poll would find it in this status. */
                    generation?: string;
                    /**
                     * @default [
                     *       "completed",
                     *       "failed"
                     *     ]
                     */
                    status?: ("pending" | "running" | "completed" | "failed")[];
                    /** @description A cursor: only what came after it counts. */
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
            /** @description Whether it held. */
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
             * @description `invalid_json`: The body is not one JSON object, or it is nested too deep or has too many members.
             *     `invalid_input`: A parameter or a field of the body is wrong. The message names it and says what it must be.
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
             * @description `forbidden_host`: Without a control token, Host names neither this machine nor a configured host.
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
            /** @description `account_not_found`: No account with this name is open. */
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
            /** @description `request_too_large`: The body is over the limit of this path. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_content_type`: A write is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error; the response shows no details. */
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
             *     `no_room`: A limit is reached: of accounts, keys, generations, fault rules, waits, listeners, open files, or memory.
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
            /** @description Whether they did; otherwise which is missing and what is nearest. */
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
             * @description `invalid_json`: The body is not one JSON object, or it is nested too deep or has too many members.
             *     `invalid_input`: A parameter or a field of the body is wrong. The message names it and says what it must be.
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
             * @description `forbidden_host`: Without a control token, Host names neither this machine nor a configured host.
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
            /** @description `account_not_found`: No account with this name is open. */
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
            /** @description `request_too_large`: The body is over the limit of this path. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_content_type`: A write is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error; the response shows no details. */
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
            /** @description A HAR 1.2 log, or one entry a line (`application/x-ndjson`). */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description `invalid_input`: A parameter or a field of the body is wrong. The message names it and says what it must be. */
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
             * @description `forbidden_host`: Without a control token, Host names neither this machine nor a configured host.
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
            /** @description `account_not_found`: No account with this name is open. */
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
            /** @description `internal_error`: An unexpected error; the response shows no details. */
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
             * @description `forbidden_host`: Without a control token, Host names neither this machine nor a configured host.
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
            /** @description `internal_error`: An unexpected error; the response shows no details. */
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
            /** @description The snapshot; keep it, and send it back to return to this moment. */
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
             * @description `forbidden_host`: Without a control token, Host names neither this machine nor a configured host.
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
            /** @description `account_not_found`: No account with this name is open. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error; the response shows no details. */
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
            /** @description The account as it was. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            /**
             * @description `invalid_json`: The body is not one JSON object, or it is nested too deep or has too many members.
             *     `invalid_input`: A parameter or a field of the body is wrong. The message names it and says what it must be.
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
             * @description `forbidden_host`: Without a control token, Host names neither this machine nor a configured host.
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
            /** @description `request_too_large`: The body is over the limit of this path. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_content_type`: A write is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error; the response shows no details. */
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
             *     `no_room`: A limit is reached: of accounts, keys, generations, fault rules, waits, listeners, open files, or memory.
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
                    /** @description Generated when left out. */
                    name?: string;
                    /** @description An API key. It is never shown again. */
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
             * @description `invalid_json`: The body is not one JSON object, or it is nested too deep or has too many members.
             *     `invalid_input`: A parameter or a field of the body is wrong. The message names it and says what it must be.
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
             * @description `forbidden_host`: Without a control token, Host names neither this machine nor a configured host.
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
            /** @description `account_not_found`: No account with this name is open. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /**
             * @description `account_exists`: An account with this name is open already.
             *     `key_taken`: The key opens another account.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `request_too_large`: The body is over the limit of this path. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `invalid_content_type`: A write is not sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `internal_error`: An unexpected error; the response shows no details. */
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
             *     `no_room`: A limit is reached: of accounts, keys, generations, fault rules, waits, listeners, open files, or memory.
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
                /** @description Only events of this account. */
                account?: string;
                /** @description Collect events for this many milliseconds and send them together. */
                batch_ms?: number;
                /** @description Send at most this many events at once, the newest. `lost` counts the others. */
                most?: number;
                /** @description When the connection breaks, keep up to 1000 events for half a minute. To resume, send the id of the last event in the header `Last-Event-ID`. */
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
            /** @description `invalid_input`: A parameter or a field of the body is wrong. The message names it and says what it must be. */
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
             * @description `forbidden_host`: Without a control token, Host names neither this machine nor a configured host.
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
            /** @description `internal_error`: An unexpected error; the response shows no details. */
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
             *     `no_room`: A limit is reached: of accounts, keys, generations, fault rules, waits, listeners, open files, or memory.
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
            /** @description The kind of server. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        kind: "emulator" | "proxy";
                        /** @description The id of this process: another id after each start, and in each replica. */
                        instance: string;
                        /**
                         * @description The place of the accounts: `memory`, which a restart empties, a data `folder`, or a `store` that replicas share.
                         * @enum {string}
                         */
                        kept_in: "memory" | "folder" | "store";
                        /** @description The real service behind a proxy, and what was spent in it. */
                        service: {
                            /** @description In front of `/v1`. */
                            url: string;
                            /** @description Null where nothing may be spent. */
                            budget_usd: number | null;
                            spent_usd: number;
                            /** @description The possible cost of creates without a known outcome. */
                            uncertain_usd: number;
                            left_usd: number;
                            /** @description That the service accepted. */
                            creates: number;
                            /** @description The promises that it broke; null without `--check`. */
                            checked: {
                                judged: number;
                                broken: {
                                    check: string;
                                    times: number;
                                    why: string;
                                }[];
                            } | null;
                        } | null;
                        /** @description Operations of this document that make no sense here. */
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
             * @description `forbidden_host`: Without a control token, Host names neither this machine nor a configured host.
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
            /** @description `internal_error`: An unexpected error; the response shows no details. */
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
             * @description `forbidden_host`: Without a control token, Host names neither this machine nor a configured host.
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
            /** @description `internal_error`: An unexpected error; the response shows no details. */
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
             * @description `forbidden_host`: Without a control token, Host names neither this machine nor a configured host.
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
            /** @description `internal_error`: An unexpected error; the response shows no details. */
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
