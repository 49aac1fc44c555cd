/** The sentences of RFCs on which verdicts of the kit rest, by section: in the words of the RFCs, shortened. */

export const RFC_SENTENCES: Readonly<Record<string, string>> = {
  'RFC 3230, 4.3.2':
    'A Digest is the digest of the entire instance, even if the message contains only a part of the instance.',
  'RFC 6266, 4.1': 'The value of a parameter of Content-Disposition is a token or a quoted-string.',
  'RFC 8259, 4': 'The names within an object SHOULD be unique.',
  'RFC 8259, 8.1':
    'JSON text exchanged between systems is encoded in UTF-8. Implementations MUST NOT add a byte order mark to JSON text.',
  'RFC 9110, 4.2.2': 'A recipient MUST reject an https URI with an empty host identifier as invalid.',
  'RFC 9110, 5.1': 'Field names are case-insensitive.',
  'RFC 9110, 5.6.6': 'If a parameter value is a token, its quoted form and its unquoted form are equivalent.',
  'RFC 9110, 5.6.7': 'If a sender sends a timestamp as an HTTP-date, it MUST use the IMF-fixdate format.',
  'RFC 9110, 6.6.1':
    'An origin server with a clock MUST generate Date in all 2xx, 3xx and 4xx responses, and MAY generate it in 1xx and 5xx responses.',
  'RFC 9110, 7.8':
    'A server MAY ignore a received Upgrade header field and continue to use the current protocol on that connection.',
  'RFC 9110, 8.3.1': 'The type and subtype tokens of a media type are case-insensitive.',
  'RFC 9110, 8.4':
    'Content-Encoding MUST list the content codings of a representation in the order of their application.',
  'RFC 9110, 8.6':
    'In a response to HEAD and in a 304, Content-Length MUST equal the length of the content that a 200 to GET would have. In other responses, Content-Length is the length of their content.',
  'RFC 9110, 8.8.1':
    'A strong validator changes its value whenever the representation data changes. This rule covers only changes that a client can see in the content of a 200.',
  'RFC 9110, 8.8.2': 'Last-Modified is an HTTP-date.',
  'RFC 9110, 8.8.2.1':
    'An origin server with a clock MUST NOT generate a Last-Modified that is later than the Date of the same message.',
  'RFC 9110, 8.8.3': 'An entity tag is an opaque string in double quotes. A weak entity tag has W/ before the quotes.',
  'RFC 9110, 8.8.3.2':
    'By strong comparison, two entity tags are equivalent if both are strong and equal in every character.',
  'RFC 9110, 8.8.3.3':
    'The strong entity tag of a content-encoded representation must differ from the entity tag of the unencoded representation.',
  'RFC 9110, 9.1': 'All general-purpose servers MUST support the methods GET and HEAD.',
  'RFC 9110, 9.3.2':
    'HEAD is identical to GET, but the server MUST NOT send content. The server SHOULD send the same header fields.',
  'RFC 9110, 9.3.8':
    'In its response, the recipient of a TRACE request SHOULD exclude request fields that are likely to contain sensitive data.',
  'RFC 9110, 10.1.1':
    'If a request has content and Expect: 100-continue, an origin server MUST immediately send 100 or a final status. The server MUST NOT wait for the content first. The server MUST ignore the expectation in an HTTP/1.0 request.',
  'RFC 9110, 10.2.3': 'Retry-After is an HTTP-date or a number of seconds.',
  'RFC 9110, 11.1': 'A case-insensitive token identifies the authentication scheme.',
  'RFC 9110, 11.4': 'Credentials consist of the scheme, one or more spaces, and the data that the scheme needs.',
  'RFC 9110, 11.6.1':
    'A server generating a 401 MUST send a WWW-Authenticate header field containing at least one challenge.',
  'RFC 9110, 12.5.1':
    'If a media type in Accept has parameters, only content with these parameters matches. The subtype `*` matches all subtypes of its type.',
  'RFC 9110, 12.5.3':
    'A content coding is acceptable if Accept-Encoding lists it. If no coding is acceptable, the server SHOULD send a response without a coding.',
  'RFC 9110, 13.1.1':
    'An origin server MUST evaluate If-Match; a cache or an intermediary MAY ignore it. If-Match with `*` is true if a representation exists. If-Match with a list is true if a tag in the list matches by strong comparison. The server MUST NOT perform the method if the condition is false.',
  'RFC 9110, 13.1.2':
    'An origin server MUST evaluate If-None-Match. If-None-Match with `*` is false if a representation exists. If-None-Match with a list is false if a tag in the list matches by weak comparison. GET and HEAD return 304 if the condition is false.',
  'RFC 9110, 13.1.3':
    'An origin server SHOULD evaluate If-Modified-Since. A recipient MUST ignore If-Modified-Since if the request has If-None-Match. The same applies if the value is not a valid HTTP-date, or if the method is not GET or HEAD.',
  'RFC 9110, 13.1.4':
    'If a request has no If-Match, an origin server MUST evaluate If-Unmodified-Since. If-Unmodified-Since is true if the last modification is not later than the date. A recipient MUST ignore If-Unmodified-Since if the request has If-Match, or if the value is not a valid HTTP-date.',
  'RFC 9110, 13.1.5':
    'If-Range with a tag is true if the tag matches by strong comparison. If-Range with a date is true if the date matches exactly and is a strong validator. The server MUST ignore Range if the condition is false. Without Range, the server MUST ignore If-Range.',
  'RFC 9110, 13.2.1':
    'A server evaluates preconditions after its normal request checks. A server MUST ignore the preconditions if the response without them would not be 2xx or 412.',
  'RFC 9110, 13.2.2':
    'The server evaluates If-Match first, then If-Unmodified-Since, If-None-Match, If-Modified-Since, and finally Range with If-Range.',
  'RFC 9110, 14.1': 'Range unit names are case-insensitive.',
  'RFC 9110, 14.1.1':
    'A range is invalid if its last position is less than its first. A set of ranges is satisfiable if one of its ranges is satisfiable.',
  'RFC 9110, 14.1.2':
    'Positions count bytes from zero. A range includes its first and its last position. If the last position is at or beyond the end, the range is the remainder of the representation. If a suffix range asks for more bytes than the representation has, it selects the whole representation.',
  'RFC 9110, 14.2':
    'A server MAY ignore Range. A server MUST ignore Range if the method is not GET, or if the server does not understand the unit. A server evaluates Range only if the response without Range would be 200. A server MAY ignore or reject an invalid Range.',
  'RFC 9110, 14.3': '`Accept-Ranges: none` states that the server does not support range requests for the resource.',
  'RFC 9110, 14.4':
    'Content-Range states which part the message contains, and the complete length of the representation. In a 416, Content-Range SHOULD state the current length.',
  'RFC 9110, 14.6':
    'A response with several parts has a multipart/byteranges body. Each part has its own Content-Range.',
  'RFC 9110, 15.2': 'A 1xx is an interim response. A server MUST NOT send a 1xx to an HTTP/1.0 client.',
  'RFC 9110, 15.3.1': 'The content of a 200 to a GET is a representation of the target resource.',
  'RFC 9110, 15.3.7':
    'A 206 MUST have Date, Cache-Control, ETag, Expires, Content-Location and Vary, if a 200 to the same request would have these headers.',
  'RFC 9110, 15.3.7.1': 'The server generating a 206 with a single part MUST generate a Content-Range.',
  'RFC 9110, 15.3.7.2':
    'A server MUST NOT send a multipart response to a request for a single range. A server MUST NOT put a Content-Range into the header section of a multipart response.',
  'RFC 9110, 15.4.5':
    'A 304 MUST have Content-Location, Date, ETag, Vary, Cache-Control and Expires, if the 200 would have these headers. A 304 ends with its headers.',
  'RFC 9110, 15.5.2': 'The server generating a 401 MUST send a WWW-Authenticate with at least one challenge.',
  'RFC 9110, 15.5.6':
    'The origin server MUST generate an Allow header field in a 405. Allow lists the methods that the resource supports.',
  'RFC 9110, 15.5.17':
    'A 416 means that no requested range is satisfiable, or that there are too many small or overlapping ranges.',
  'RFC 9110, 15.6': 'A 5xx means that the server made an error, or cannot perform the method.',
  'RFC 9110, 17.15':
    'A server ought to ignore, coalesce or reject egregious range requests, such as many overlapping ranges.',
  'RFC 9112, 3.2':
    'A server MUST return 400 for an HTTP/1.1 request without Host, with more than one Host line, or with an invalid Host.',
  'RFC 9112, 3.2.2': 'A server MUST accept the absolute-form (a whole URL) as the target of a request.',
  'RFC 9112, 6.1': 'A server MUST NOT send Transfer-Encoding unless the request indicates HTTP/1.1 or later.',
  'RFC 9112, 6.3':
    'A body has the length of its Content-Length, or ends with its last chunk. A message with a shorter body is incomplete.',
  'RFC 9112, 7.1': 'A recipient MUST be able to parse and decode the chunked transfer coding.',
  'RFC 9112, 7.1.2': 'Trailer fields follow the last chunk. An empty line ends the trailer fields and the body.',
  'RFC 9112, 9.3.2':
    'A server MAY process pipelined requests in parallel if all of them have safe methods. The server MUST send the responses in the order of the requests.',
  'RFC 9112, 9.6':
    'If a server receives Connection: close, it MUST close the connection after it sends the final response.',
  'RFC 9111, 3.5':
    'A shared cache MUST NOT use a stored response to a request with Authorization, unless the response allows it with must-revalidate, public or s-maxage.',
  'RFC 9530, 2':
    'Content-Digest is a digest of the content of the message. If the content is only a part of the representation, Content-Digest is a digest of that part.',
  'RFC 9530, 3':
    'Repr-Digest is a digest of the whole selected representation, even if the response contains only a part of it.',
};

/** Returns the sections that a text cites: `(RFC 9110, 15.4.5 and 8.6)`, `(RFC 9530, 3; RFC 3230, 4.3.2)`. */
export function citedIn(text: string): string[] {
  return [...text.matchAll(/RFC (\d+), ((?:\d[\d.]*\d|\d)(?:(?:, | and )(?:\d[\d.]*\d|\d))*)/g)].flatMap(
    ([, rfc, sections = '']) => sections.split(/, | and /).map((section) => `RFC ${rfc}, ${section}`),
  );
}
