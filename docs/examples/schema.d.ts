export interface paths {
    "/v1/videos": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a generation
         * @description Checks the request, reserves its cost, and immediately returns a pending record. Poll the record until its status is `completed` or `failed`.
         */
        post: operations["createVideo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/videos/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a generation. An unknown id, an id of another account, or an id that is not a UUID gets 404.
                 * @example 3f0c2a9e-6b1d-4c58-9a77-0d5e8b21c4f6
                 */
                id: components["parameters"]["VideoId"];
            };
            cookie?: never;
        };
        /**
         * Get a generation
         * @description Returns the current state of a generation. Poll with exponential backoff, beginning at 2 seconds. A failed generation has been refunded.
         */
        get: operations["getVideo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        /**
         * Get a generation: the headers only
         * @description Returns the status and headers of the GET response, without a body.
         */
        head: operations["headVideo"];
        patch?: never;
        trace?: never;
    };
    "/v1/videos/{id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a generation. An unknown id, an id of another account, or an id that is not a UUID gets 404.
                 * @example 3f0c2a9e-6b1d-4c58-9a77-0d5e8b21c4f6
                 */
                id: components["parameters"]["VideoId"];
            };
            cookie?: never;
        };
        /**
         * Download the MP4
         * @description Returns the clip of a completed generation. Range requests are supported, for playback and for resumed downloads.
         */
        get: operations["downloadVideo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        /**
         * Download the MP4: the headers only
         * @description Returns the status and headers of the GET response, without a body.
         */
        head: operations["headVideoContent"];
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description The body of a create. Unknown fields are rejected.
         *
         *     Rules beyond this schema:
         *
         *     - A URL has only the characters that RFC 3986 allows. Validators that check `format` also reject other characters. (`invalid_url`)
         *     - A URL contains a host. If the URL contains a port, the port is at most 65535. (`invalid_url`)
         *     - A URL does not contain a user name or password. (`invalid_url`)
         *     - The host of a URL is a name, not an IP address in any notation. (`invalid_url`)
         *     - The host of a URL is public, not `localhost`. (`invalid_url`)
         *     - text-to-video rejects aspect_ratio `adaptive`. (`aspect_ratio_not_allowed`)
         *     - text-to-video does not accept images, audio files or source videos. (`references_not_allowed`)
         *     - image-to-video requires aspect_ratio `adaptive`. If aspect_ratio is omitted, its value is `16:9`. (`aspect_ratio_not_allowed`)
         *     - image-to-video requires an image. (`references_required`)
         *     - image-to-video accepts at most two images: the start frame and the final frame. (`too_many_references`)
         *     - image-to-video does not accept audio files or source videos. (`references_not_allowed`)
         *     - Only reference-to-video accepts reference_video_operation and the subject maps. (`references_not_allowed`)
         *     - reference-to-video requires at least one image, audio file or source video. (`references_required`)
         *     - reference_video_operation requires source_video_ids. (`references_required`)
         *     - `edit` and `extend` require aspect_ratio `adaptive`. (`aspect_ratio_not_allowed`)
         *     - Each index in a subject map is less than the length of the array that it refers to. (`invalid_subject_map`)
         *     - A subject map names at most 500 handles (a default of this server). (`invalid_subject_map`)
         *     - Each source video is a generation of the same account. (`source_video_not_found`)
         *     - Each source video is completed. (`source_video_not_ready`)
         *     - The total length of the source videos is at most 30 seconds. A repeated source video counts twice. (`source_duration_exceeded`)
         *     - The chain of sources of a source video is shorter than 32 (a default of this server). (`source_depth_exceeded`)
         *     - A source video may derive from at most 64 other generations, directly or indirectly (a default of this server). (`source_depth_exceeded`)
         */
        CreateVideoRequest: {
            /**
             * @description The only model of the service.
             * @constant
             */
            model: "videomodel-2.5";
            /** @description The prompt: subject, action, environment, camera, sound. With @handles such as @hero, the prompt may refer to images, source videos and audio files of the request. The fields of the type SubjectMap define the handles. The length is counted in Unicode code points. */
            prompt: string;
            mode?: components["schemas"]["Mode"];
            /** @description The length of the output in whole seconds. `edit` also requires `duration_seconds`, but its output is as long as the first source video. */
            duration_seconds: number;
            resolution?: components["schemas"]["Resolution"];
            aspect_ratio?: components["schemas"]["AspectRatio"];
            audio?: components["schemas"]["Audio"];
            image_urls?: components["schemas"]["ImageUrls"];
            audio_urls?: components["schemas"]["AudioUrls"];
            source_video_ids?: components["schemas"]["SourceVideoIds"];
            /**
             * @description The operation on the source videos. Only reference-to-video accepts this field.
             * @enum {string}
             */
            reference_video_operation?: "reference" | "edit" | "extend";
            /** @description Maps handles to images, by their indexes in `image_urls`. */
            subject_to_image_ids?: components["schemas"]["SubjectMap"];
            /** @description Maps handles to source videos, by their indexes in `source_video_ids`. */
            subject_to_video_ids?: components["schemas"]["SubjectMap"];
            /** @description Maps handles to audio files, by their indexes in `audio_urls`. */
            subject_to_audio_ids?: components["schemas"]["SubjectMap"];
        };
        /**
         * @description The workflow follows from this field and from the references in the request.
         * @default text-to-video
         * @enum {string}
         */
        Mode: "text-to-video" | "image-to-video" | "reference-to-video";
        /**
         * @description The resolution tier of the output. Together with the aspect ratio, it determines the size in pixels.
         * @default 720p
         * @enum {string}
         */
        Resolution: "480p" | "720p" | "1080p";
        /**
         * @description The aspect ratio of the output. With `adaptive`, the output has the aspect ratio of the input.
         * @default 16:9
         * @enum {string}
         */
        AspectRatio: "adaptive" | "21:9" | "16:9" | "9:16" | "1:1" | "4:3" | "3:4";
        /**
         * @description Whether to generate synchronized audio.
         * @default true
         */
        Audio: boolean;
        /**
         * @description Public https:// URLs of JPG, PNG or WebP images. In image-to-video, the first image is the start frame, and a second image is the final frame.
         * @default []
         */
        ImageUrls: string[];
        /**
         * @description Public https:// URLs of MP3 or WAV files. Only reference-to-video accepts this field.
         * @default []
         */
        AudioUrls: string[];
        /**
         * @description Ids of completed generations of the same account, at most 30 seconds in total. Only reference-to-video accepts this field.
         * @default []
         */
        SourceVideoIds: string[];
        /** @description Maps each handle, written without @, to the zero-based indexes of its references. */
        SubjectMap: {
            [key: string]: number[];
        };
        /** @description One generation and its progress. */
        VideoGeneration: {
            /**
             * Format: uuid
             * @description Names the generation.
             */
            id: string;
            /**
             * @description The kind of the record.
             * @constant
             */
            object: "video.generation";
            /**
             * @description The only model of the service.
             * @constant
             */
            model: "videomodel-2.5";
            /**
             * @description `completed` and `failed` are final.
             * @enum {string}
             */
            status: "pending" | "running" | "completed" | "failed";
            /** @description The reserved cost in US dollars. If the generation fails, this cost is refunded. */
            cost_usd: number;
            /** @description Present when completed. */
            output?: {
                /** @description Relative URL of the MP4; a download needs the same API key. */
                url: string;
            };
            /** @description Present when failed. */
            error?: components["schemas"]["ErrorBody"];
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
    };
    responses: never;
    parameters: {
        /**
         * @description The id of a generation. An unknown id, an id of another account, or an id that is not a UUID gets 404.
         * @example 3f0c2a9e-6b1d-4c58-9a77-0d5e8b21c4f6
         */
        VideoId: string;
        /**
         * @description A key in printable ASCII that the client chooses, so that a repeated create is not charged twice. The API document does not define the response to a repeated Idempotency-Key. In the emulator, a setting defines this response.
         * @example order-1842-take-3
         */
        IdempotencyKey: string;
        /**
         * @description One byte range: `bytes=<start>-<end>`, `bytes=<start>-` or `bytes=-<length>`. Several ranges or a malformed range get the whole clip.
         * @example bytes=0-1023
         */
        Range: string;
        /**
         * @description An ETag or a date. If the clip does not match this value, the server ignores Range.
         * @example "9f86d081884c7d65"
         */
        IfRange: string;
        /**
         * @description The response is 412 unless the clip has one of these ETags.
         * @example "9f86d081884c7d65"
         */
        IfMatch: string;
        /**
         * @description The response is 304 if the clip has one of these ETags.
         * @example "9f86d081884c7d65"
         */
        IfNoneMatch: string;
        /**
         * @description The response is 304 if the clip is not newer than this date.
         * @example Mon, 06 Jan 2025 10:00:00 GMT
         */
        IfModifiedSince: string;
        /**
         * @description The response is 412 if the clip is newer than this date.
         * @example Mon, 06 Jan 2025 10:00:00 GMT
         */
        IfUnmodifiedSince: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description The id of this response, equal to `error.request_id`. Quote this id when you ask for help.
         * @example b9d2f6c4-8e13-4f0a-a5c7-61f02d3e9b48
         */
        "x-request-id": string;
        /**
         * @description `true` if this is the stored response of an earlier create with the same Idempotency-Key.
         * @example true
         */
        "Idempotent-Replayed": boolean;
        /**
         * @description The number of seconds to wait before the next attempt, an integer.
         * @example 2
         */
        "Retry-After": number;
        /**
         * @description The limits of the account, in the format of the IETF draft.
         * @example "create";q=30;w=60
         */
        "RateLimit-Policy": string;
        /**
         * @description The remaining requests, and the seconds until the reset, in the format of the IETF draft.
         * @example "create";r=0;t=2
         */
        RateLimit: string;
        /**
         * @description The challenge: `Bearer`, with `error="invalid_token"` if a key was sent but is not valid.
         * @example Bearer error="invalid_token"
         */
        "WWW-Authenticate": string;
        /**
         * @description With 405: the methods that this path supports.
         * @example GET, HEAD
         */
        Allow: string;
        /**
         * @description Byte ranges are supported.
         * @example bytes
         */
        "Accept-Ranges": "bytes";
        /**
         * @description The content belongs to one account, so a shared cache must not keep it.
         * @example private
         */
        "Cache-Control": string;
        /**
         * @description The name under which a browser saves the clip.
         * @example inline; filename="0b5e7c1a-3f52-4c8e-9a57-6f1d2e3c4b5a.mp4"
         */
        "Content-Disposition": string;
        /**
         * @description The size of this body in bytes.
         * @example 1048576
         */
        "Content-Length": number;
        /**
         * @description The byte range in this response, and the size of the clip. With 416: `bytes *\/<size>`.
         * @example bytes 0-1023/1048576
         */
        "Content-Range": string;
        /**
         * @description A strong ETag: the content of a generation never changes.
         * @example "9f86d081884c7d65"
         */
        ETag: string;
        /**
         * @description The time at which the clip was completed.
         * @example Mon, 06 Jan 2025 10:00:00 GMT
         */
        "Last-Modified": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    createVideo: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key in printable ASCII that the client chooses, so that a repeated create is not charged twice. The API document does not define the response to a repeated Idempotency-Key. In the emulator, a setting defines this response.
                 * @example order-1842-take-3
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The video to generate. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateVideoRequest"];
            };
        };
        responses: {
            /** @description The generation was accepted, and its cost is reserved. */
            202: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VideoGeneration"];
                };
            };
            /** @description The request is not valid. Nothing was created or charged. */
            400: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The API key is missing or not valid. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The balance is below the cost. Nothing was created or charged. */
            402: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description Too many requests or live generations. Nothing was charged. Retry with exponential backoff. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The server failed. */
            500: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The service cannot answer now. Nothing was charged. Retry with exponential backoff. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description Any other error, in the same envelope. Examples are an unknown path, an unsupported method, and the more specific statuses of the behavior profile `ietf`. */
            default: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    getVideo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a generation. An unknown id, an id of another account, or an id that is not a UUID gets 404.
                 * @example 3f0c2a9e-6b1d-4c58-9a77-0d5e8b21c4f6
                 */
                id: components["parameters"]["VideoId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record in its current state. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VideoGeneration"];
                };
            };
            /** @description The API key is missing or not valid. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The account has no such generation, or the generation has no content. The error code distinguishes the two cases. */
            404: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description Too many requests or live generations. Nothing was charged. Retry with exponential backoff. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The server failed. */
            500: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The service cannot answer now. Nothing was charged. Retry with exponential backoff. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description Any other error, in the same envelope. Examples are an unknown path, an unsupported method, and the more specific statuses of the behavior profile `ietf`. */
            default: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    headVideo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a generation. An unknown id, an id of another account, or an id that is not a UUID gets 404.
                 * @example 3f0c2a9e-6b1d-4c58-9a77-0d5e8b21c4f6
                 */
                id: components["parameters"]["VideoId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record in its current state. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The API key is missing or not valid. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The account has no such generation, or the generation has no content. The error code distinguishes the two cases. */
            404: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Too many requests or live generations. Nothing was charged. Retry with exponential backoff. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The server failed. */
            500: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The service cannot answer now. Nothing was charged. Retry with exponential backoff. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other error, in the same envelope. Examples are an unknown path, an unsupported method, and the more specific statuses of the behavior profile `ietf`. */
            default: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    downloadVideo: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One byte range: `bytes=<start>-<end>`, `bytes=<start>-` or `bytes=-<length>`. Several ranges or a malformed range get the whole clip.
                 * @example bytes=0-1023
                 */
                Range?: components["parameters"]["Range"];
                /**
                 * @description An ETag or a date. If the clip does not match this value, the server ignores Range.
                 * @example "9f86d081884c7d65"
                 */
                "If-Range"?: components["parameters"]["IfRange"];
                /**
                 * @description The response is 412 unless the clip has one of these ETags.
                 * @example "9f86d081884c7d65"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description The response is 304 if the clip has one of these ETags.
                 * @example "9f86d081884c7d65"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description The response is 304 if the clip is not newer than this date.
                 * @example Mon, 06 Jan 2025 10:00:00 GMT
                 */
                "If-Modified-Since"?: components["parameters"]["IfModifiedSince"];
                /**
                 * @description The response is 412 if the clip is newer than this date.
                 * @example Mon, 06 Jan 2025 10:00:00 GMT
                 */
                "If-Unmodified-Since"?: components["parameters"]["IfUnmodifiedSince"];
            };
            path: {
                /**
                 * @description The id of a generation. An unknown id, an id of another account, or an id that is not a UUID gets 404.
                 * @example 3f0c2a9e-6b1d-4c58-9a77-0d5e8b21c4f6
                 */
                id: components["parameters"]["VideoId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The whole clip. */
            200: {
                headers: {
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Content-Length": components["headers"]["Content-Length"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "video/mp4": string;
                };
            };
            /** @description The byte range that the request asked for. */
            206: {
                headers: {
                    "Content-Range": components["headers"]["Content-Range"];
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Content-Length": components["headers"]["Content-Length"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "video/mp4": string;
                };
            };
            /** @description The client already has this clip. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The API key is missing or not valid. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The account has no such generation, or the generation has no content. The error code distinguishes the two cases. */
            404: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The clip does not match the precondition. */
            412: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The range starts beyond the end of the clip. */
            416: {
                headers: {
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    "Content-Range": components["headers"]["Content-Range"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description Too many requests or live generations. Nothing was charged. Retry with exponential backoff. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The server failed. */
            500: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The service cannot answer now. Nothing was charged. Retry with exponential backoff. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description Any other error, in the same envelope. Examples are an unknown path, an unsupported method, and the more specific statuses of the behavior profile `ietf`. */
            default: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    headVideoContent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The response is 412 unless the clip has one of these ETags.
                 * @example "9f86d081884c7d65"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description The response is 304 if the clip has one of these ETags.
                 * @example "9f86d081884c7d65"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description The response is 304 if the clip is not newer than this date.
                 * @example Mon, 06 Jan 2025 10:00:00 GMT
                 */
                "If-Modified-Since"?: components["parameters"]["IfModifiedSince"];
                /**
                 * @description The response is 412 if the clip is newer than this date.
                 * @example Mon, 06 Jan 2025 10:00:00 GMT
                 */
                "If-Unmodified-Since"?: components["parameters"]["IfUnmodifiedSince"];
            };
            path: {
                /**
                 * @description The id of a generation. An unknown id, an id of another account, or an id that is not a UUID gets 404.
                 * @example 3f0c2a9e-6b1d-4c58-9a77-0d5e8b21c4f6
                 */
                id: components["parameters"]["VideoId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The whole clip. */
            200: {
                headers: {
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Content-Length": components["headers"]["Content-Length"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The client already has this clip. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The API key is missing or not valid. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The account has no such generation, or the generation has no content. The error code distinguishes the two cases. */
            404: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The clip does not match the precondition. */
            412: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Too many requests or live generations. Nothing was charged. Retry with exponential backoff. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The server failed. */
            500: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The service cannot answer now. Nothing was charged. Retry with exponential backoff. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other error, in the same envelope. Examples are an unknown path, an unsupported method, and the more specific statuses of the behavior profile `ietf`. */
            default: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
