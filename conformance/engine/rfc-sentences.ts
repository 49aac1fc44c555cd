/** What the RFCs say, section by section, where a verdict of the kit stands on them: in their words, shortened. */

export const RFC_SENTENCES: Readonly<Record<string, string>> = {
  'RFC 3230, 4.3.2': 'A Digest is that of the entire instance, also in an answer that holds a part of it.',
  'RFC 6266, 4.1': 'The value of a parameter of Content-Disposition is a token or a quoted-string.',
  'RFC 8259, 8.1':
    'JSON text that systems exchange is UTF-8, and implementations MUST NOT add a byte order mark to it.',
  'RFC 9110, 5.1': 'Field names are case-insensitive.',
  'RFC 9110, 5.6.6': 'The quoted and the unquoted form of a parameter value that is a token are equivalent.',
  'RFC 9110, 5.6.7': 'A sender of a timestamp that is an HTTP-date MUST generate it in the IMF-fixdate format.',
  'RFC 9110, 6.6.1':
    'An origin server with a clock MUST generate Date in all 2xx, 3xx and 4xx responses, and MAY in 1xx and 5xx ones.',
  'RFC 9110, 7.8':
    'A server MAY ignore a received Upgrade header field if it wishes to continue using the current protocol on that connection.',
  'RFC 9110, 8.3.1': 'The type and subtype tokens of a media type are case-insensitive.',
  'RFC 9110, 8.6':
    'A server MUST NOT send a Content-Length with an answer to HEAD, or with a 304, unless it equals the length that the 200 to a GET would have had; it tells the length of the content elsewhere.',
  'RFC 9110, 8.8.1':
    'A strong validator changes its value whenever a change occurs to the representation data that would be observable in the content of a 200.',
  'RFC 9110, 8.8.2': 'Last-Modified is an HTTP-date.',
  'RFC 9110, 8.8.2.1':
    'An origin server with a clock MUST NOT generate a Last-Modified that is later than the time of its message, as Date tells it.',
  'RFC 9110, 8.8.3': 'An entity tag is an opaque string in double quotes, with W/ before them if it is weak.',
  'RFC 9110, 8.8.3.2':
    'By strong comparison, two tags are equivalent if neither is weak and they match character by character.',
  'RFC 9110, 8.8.3.3':
    'A strong entity tag of a content-encoded representation has to be distinct from that of the unencoded one.',
  'RFC 9110, 9.1': 'All general-purpose servers MUST support the methods GET and HEAD.',
  'RFC 9110, 9.3.2':
    'HEAD is identical to GET except that the server MUST NOT send content; it SHOULD send the same header fields.',
  'RFC 9110, 9.3.8': 'The recipient of TRACE SHOULD exclude fields that are likely to contain sensitive data.',
  'RFC 9110, 10.1.1':
    'Upon a request with 100-continue whose content follows, an origin server MUST send either an immediate response with a final status or an immediate 100, and MUST NOT wait for the content before; in a HTTP/1.0 request it MUST ignore that expectation.',
  'RFC 9110, 10.2.3': 'Retry-After is an HTTP-date or a number of seconds.',
  'RFC 9110, 11.1': 'A case-insensitive token identifies the authentication scheme.',
  'RFC 9110, 11.4': 'Credentials are the scheme, one space or more, and what the scheme needs.',
  'RFC 9110, 11.6.1':
    'A server generating a 401 MUST send a WWW-Authenticate header field containing at least one challenge.',
  'RFC 9110, 12.5.1':
    'A media type in Accept is acceptable with the parameters that it names; a type with `*` for its subtype stands for all of them.',
  'RFC 9110, 12.5.3':
    'A content coding is acceptable if it is listed in Accept-Encoding; where none is, the server SHOULD send a response without any coding.',
  'RFC 9110, 13.1.1':
    'An origin server MUST evaluate If-Match; a cache or an intermediary MAY ignore it. If-Match holds for `*` where there is a representation, and for a list with a tag that matches by strong comparison; where it does not hold, the method MUST NOT be performed.',
  'RFC 9110, 13.1.2':
    'An origin server MUST evaluate If-None-Match. If-None-Match does not hold for `*` where there is a representation, nor for a list with a tag that matches by weak comparison; then GET and HEAD are answered 304.',
  'RFC 9110, 13.1.3':
    'An origin server SHOULD evaluate If-Modified-Since. A recipient MUST ignore If-Modified-Since if the request contains If-None-Match, if its value is not one valid HTTP-date, and with another method than GET and HEAD.',
  'RFC 9110, 13.1.4':
    'An origin server MUST evaluate If-Unmodified-Since without If-Match. If-Unmodified-Since holds if the last modification is earlier than or the same as the date; it MUST be ignored beside If-Match, and where its value is no valid HTTP-date.',
  'RFC 9110, 13.1.5':
    'If-Range holds for the same tag by strong comparison, and for the exact date where that is a strong validator; where it does not hold, Range MUST be ignored; without Range, If-Range MUST be ignored.',
  'RFC 9110, 13.2.1':
    'Preconditions are evaluated after the normal request checks; a server MUST ignore them if the answer without them would have been neither 2xx nor 412.',
  'RFC 9110, 13.2.2':
    'If-Match comes first, then If-Unmodified-Since, If-None-Match, If-Modified-Since, and last Range with If-Range.',
  'RFC 9110, 14.1': 'Range unit names are case-insensitive.',
  'RFC 9110, 14.1.1':
    'A range is invalid if its last position is less than its first; a set of ranges is satisfiable if one of them is.',
  'RFC 9110, 14.1.2':
    'Positions count bytes from zero, both included; a last position at or beyond the end means the remainder; a suffix longer than the representation means all of it.',
  'RFC 9110, 14.2':
    'A server MAY ignore Range; it MUST with a method other than GET and with a unit that it does not understand, and evaluates it only where the answer without it would be 200. An invalid one it MAY ignore or reject.',
  'RFC 9110, 14.3': '`Accept-Ranges: none` says that no range request is supported for the resource.',
  'RFC 9110, 14.4':
    'Content-Range tells which part is enclosed and the complete length, or, in a 416, SHOULD tell the current length.',
  'RFC 9110, 14.6': 'Several parts are a multipart/byteranges body, each with its Content-Range.',
  'RFC 9110, 15.2': 'A 1xx is an interim response; a server MUST NOT send one to an HTTP/1.0 client.',
  'RFC 9110, 15.3.1': 'A 200 to a GET holds the target resource.',
  'RFC 9110, 15.3.7':
    'A 206 MUST have Date, Cache-Control, ETag, Expires, Content-Location and Vary where a 200 to the same request would have had them.',
  'RFC 9110, 15.3.7.1': 'The server generating a 206 with a single part MUST generate a Content-Range.',
  'RFC 9110, 15.3.7.2':
    'A server MUST NOT answer a request for a single range with multipart, and MUST NOT put a Content-Range before the parts of a multipart.',
  'RFC 9110, 15.4.5':
    'A 304 MUST have Content-Location, Date, ETag, Vary, Cache-Control and Expires where the 200 would have had them, and ends with its headers.',
  'RFC 9110, 15.5.2': 'The server generating a 401 MUST send a WWW-Authenticate with at least one challenge.',
  'RFC 9110, 15.5.6':
    'The origin server MUST generate an Allow header field in a 405, with the methods that its resource supports.',
  'RFC 9110, 15.5.17':
    'A 416 says that none of the requested ranges are satisfiable, or that they are too many small or overlapping ones.',
  'RFC 9110, 15.6': 'A 5xx says that the server is aware that it has erred or is incapable of performing the method.',
  'RFC 9110, 17.15':
    'A server ought to ignore, coalesce or reject egregious range requests, such as many that overlap.',
  'RFC 9112, 3.2':
    'A server MUST respond 400 to a HTTP/1.1 request that lacks Host, has more than one Host line, or an invalid one.',
  'RFC 9112, 3.2.2': 'A server MUST accept the absolute-form in requests.',
  'RFC 9112, 6.1': 'A server MUST NOT send Transfer-Encoding unless the request indicates HTTP/1.1 or later.',
  'RFC 9112, 6.3':
    'A body is as long as its Content-Length says, or goes on to its last chunk; a message with less is incomplete.',
  'RFC 9112, 7.1': 'A recipient MUST be able to parse and decode the chunked transfer coding.',
  'RFC 9112, 7.1.2': 'Trailer fields stand behind the last chunk, and an empty line ends them with the body.',
  'RFC 9112, 9.3.2':
    'A server MAY process pipelined requests in parallel if all have safe methods, but it MUST send the responses in the order in which the requests came.',
  'RFC 9112, 9.6':
    'A server that receives the close connection option MUST initiate closure of the connection after it sends the final response.',
  'RFC 9530, 2': 'Content-Digest is a digest of the content of the message, so of a part where that is what came.',
  'RFC 9530, 3': 'Repr-Digest is a digest of the selected representation, also in a partial response.',
};

/** The sections that a text cites: `(RFC 9110, 15.4.5 and 8.6)`, `(RFC 9530, 3; RFC 3230, 4.3.2)`. */
export function citedIn(text: string): string[] {
  return [...text.matchAll(/RFC (\d+), ((?:\d[\d.]*\d|\d)(?:(?:, | and )(?:\d[\d.]*\d|\d))*)/g)].flatMap(
    ([, rfc, sections = '']) => sections.split(/, | and /).map((section) => `RFC ${rfc}, ${section}`),
  );
}
