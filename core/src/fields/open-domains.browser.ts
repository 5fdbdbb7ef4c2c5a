/**
 * The most frequent of the open domains, for forms in the browser; the server's list decides.
 * @public imported by condition, see package.json
 */
export const OPEN_DOMAINS = 'com|net|org|info|biz|xyz|top|shop|site|online'
