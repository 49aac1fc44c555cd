/** What the RFCs say, section by section, where a verdict of the kit stands on them: in their words, shortened. */

export const RFC_SENTENCES: Readonly<Record<string, string>> = {
  'RFC 3230, 4.3.2': 'A Digest is the digest of the entire instance, even if the message contains only a part of it.',
  'RFC 6266, 4.1': 'The value of a parameter of Content-Disposition is a token or a quoted-string.',
  'RFC 8259, 8.1':
    'JSON text that systems exchange is UTF-8, and implementations MUST NOT add a byte order mark to it.',
  'RFC 9110, 5.1': 'Field names are case-insensitive.',
  'RFC 9110, 5.6.6': 'The quoted and the unquoted form of a parameter value that is a token are equivalent.',
  'RFC 9110, 5.6.7': 'A sender of a timestamp that is an HTTP-date MUST generate it in the IMF-fixdate format.',
  'RFC 9110, 6.6.1':
    'An origin server with a clock MUST generate Date in all 2xx, 3xx and 4xx responses, and MAY generate it in 1xx and 5xx responses.',
  'RFC 9110, 7.8':
    'A server MAY ignore a received Upgrade header field and continue to use the current protocol on that connection.',
  'RFC 9110, 8.3.1': 'The type and subtype tokens of a media type are case-insensitive.',
  'RFC 9110, 8.6':
    'Content-Length in a response to HEAD, or in a 304, MUST equal the length of the 200 to a GET. In other responses, Content-Length is the length of the content.',
  'RFC 9110, 8.8.1':
    'A strong validator changes its value whenever a change occurs to the representation data that would be observable in the content of a 200.',
  'RFC 9110, 8.8.2': 'Last-Modified is an HTTP-date.',
  'RFC 9110, 8.8.2.1':
    'An origin server with a clock MUST NOT generate a Last-Modified that is later than the time of its message, as Date tells it.',
  'RFC 9110, 8.8.3': 'An entity tag is an opaque string in double quotes, with W/ before them if it is weak.',
  'RFC 9110, 8.8.3.2':
    'By strong comparison, two tags are equivalent if neither is weak and they match character by character.',
  'RFC 9110, 8.8.3.3':
    'The strong entity tag of a content-encoded representation must differ from the entity tag of the unencoded representation.',
  'RFC 9110, 9.1': 'All general-purpose servers MUST support the methods GET and HEAD.',
  'RFC 9110, 9.3.2':
    'HEAD is identical to GET except that the server MUST NOT send content; it SHOULD send the same header fields.',
  'RFC 9110, 9.3.8': 'The recipient of TRACE SHOULD exclude fields that are likely to contain sensitive data.',
  'RFC 9110, 10.1.1':
    'For a request with 100-continue and content, an origin server MUST immediately send a final status or 100. It MUST NOT wait for the content before that. In an HTTP/1.0 request it MUST ignore the expectation.',
  'RFC 9110, 10.2.3': 'Retry-After is an HTTP-date or a number of seconds.',
  'RFC 9110, 11.1': 'A case-insensitive token identifies the authentication scheme.',
  'RFC 9110, 11.4': 'Credentials are the scheme, one space or more, and what the scheme needs.',
  'RFC 9110, 11.6.1':
    'A server generating a 401 MUST send a WWW-Authenticate header field containing at least one challenge.',
  'RFC 9110, 12.5.1':
    'If a media type in Accept has parameters, only content with these parameters matches. A type with the subtype `*` matches all its subtypes.',
  'RFC 9110, 12.5.3':
    'A content coding is acceptable if it is listed in Accept-Encoding. If none is acceptable, the server SHOULD send a response without a coding.',
  'RFC 9110, 13.1.1':
    'An origin server MUST evaluate If-Match; a cache or an intermediary MAY ignore it. If-Match holds for `*` if there is a representation, and for a list with a tag that matches by strong comparison. If it does not hold, the method MUST NOT be performed.',
  'RFC 9110, 13.1.2':
    'An origin server MUST evaluate If-None-Match. If-None-Match does not hold for `*` if there is a representation, and for a list with a tag that matches by weak comparison. In these cases GET and HEAD return 304.',
  'RFC 9110, 13.1.3':
    'An origin server SHOULD evaluate If-Modified-Since. A recipient MUST ignore If-Modified-Since with If-None-Match, if its value is not a valid HTTP-date, or if the method is not GET or HEAD.',
  'RFC 9110, 13.1.4':
    'An origin server MUST evaluate If-Unmodified-Since without If-Match. If-Unmodified-Since holds if the last modification is not later than the date. It MUST be ignored with If-Match, and if its value is not a valid HTTP-date.',
  'RFC 9110, 13.1.5':
    'If-Range holds for the same tag by strong comparison, and for the exact date if the date is a strong validator. If it does not hold, Range MUST be ignored. Without Range, If-Range MUST be ignored.',
  'RFC 9110, 13.2.1':
    'Preconditions are evaluated after the normal request checks. A server MUST ignore them if the response without them would have been neither 2xx nor 412.',
  'RFC 9110, 13.2.2':
    'If-Match comes first, then If-Unmodified-Since, If-None-Match, If-Modified-Since, and last Range with If-Range.',
  'RFC 9110, 14.1': 'Range unit names are case-insensitive.',
  'RFC 9110, 14.1.1':
    'A range is invalid if its last position is less than its first. A set of ranges is satisfiable if one of its ranges is satisfiable.',
  'RFC 9110, 14.1.2':
    'Positions count bytes from zero, and both are included. A last position at or beyond the end means the remainder. A suffix that is longer than the representation means the whole representation.',
  'RFC 9110, 14.2':
    'A server MAY ignore Range. It MUST ignore Range if the method is not GET, or if it does not understand the unit. It evaluates Range only if the response without it would be 200. It MAY ignore or reject an invalid Range.',
  'RFC 9110, 14.3': '`Accept-Ranges: none` states that the server does not support range requests for the resource.',
  'RFC 9110, 14.4':
    'Content-Range states the enclosed part and the complete length. In a 416, it SHOULD state the current length.',
  'RFC 9110, 14.6': 'Several parts are a multipart/byteranges body, each with its Content-Range.',
  'RFC 9110, 15.2': 'A 1xx is an interim response. A server MUST NOT send a 1xx to an HTTP/1.0 client.',
  'RFC 9110, 15.3.1': 'A 200 to a GET holds the target resource.',
  'RFC 9110, 15.3.7':
    'A 206 MUST have Date, Cache-Control, ETag, Expires, Content-Location and Vary if a 200 to the same request would have had them.',
  'RFC 9110, 15.3.7.1': 'The server generating a 206 with a single part MUST generate a Content-Range.',
  'RFC 9110, 15.3.7.2':
    'A server MUST NOT send a multipart response to a request for a single range. It MUST NOT put a Content-Range before the parts of a multipart response.',
  'RFC 9110, 15.4.5':
    'A 304 MUST have Content-Location, Date, ETag, Vary, Cache-Control and Expires if the 200 would have had them. It ends with its headers.',
  'RFC 9110, 15.5.2': 'The server generating a 401 MUST send a WWW-Authenticate with at least one challenge.',
  'RFC 9110, 15.5.6':
    'The origin server MUST generate an Allow header field in a 405, with the methods that its resource supports.',
  'RFC 9110, 15.5.17':
    'A 416 means that none of the requested ranges is satisfiable, or that there are too many small or overlapping ranges.',
  'RFC 9110, 15.6': 'A 5xx means that the server knows that it has erred or cannot perform the method.',
  'RFC 9110, 17.15':
    'A server ought to ignore, coalesce or reject egregious range requests, such as many that overlap.',
  'RFC 9112, 3.2':
    'A server MUST respond 400 to a HTTP/1.1 request that lacks Host, has more than one Host line, or an invalid one.',
  'RFC 9112, 3.2.2': 'A server MUST accept the absolute-form in requests.',
  'RFC 9112, 6.1': 'A server MUST NOT send Transfer-Encoding unless the request indicates HTTP/1.1 or later.',
  'RFC 9112, 6.3':
    'A body has the length of its Content-Length, or ends with its last chunk. A shorter message is incomplete.',
  'RFC 9112, 7.1': 'A recipient MUST be able to parse and decode the chunked transfer coding.',
  'RFC 9112, 7.1.2': 'Trailer fields follow the last chunk. An empty line ends them and the body.',
  'RFC 9112, 9.3.2':
    'A server MAY process pipelined requests in parallel if all have safe methods. It MUST send the responses in the order of the requests.',
  'RFC 9112, 9.6':
    'A server that receives the close connection option MUST initiate closure of the connection after it sends the final response.',
  'RFC 9530, 2':
    'Content-Digest is a digest of the content of the message. If the content is a part, it is the digest of the part.',
  'RFC 9530, 3': 'Repr-Digest is a digest of the selected representation, also in a partial response.',
};

/** The sections that a text cites: `(RFC 9110, 15.4.5 and 8.6)`, `(RFC 9530, 3; RFC 3230, 4.3.2)`. */
export function citedIn(text: string): string[] {
  return [...text.matchAll(/RFC (\d+), ((?:\d[\d.]*\d|\d)(?:(?:, | and )(?:\d[\d.]*\d|\d))*)/g)].flatMap(
    ([, rfc, sections = '']) => sections.split(/, | and /).map((section) => `RFC ${rfc}, ${section}`),
  );
}
