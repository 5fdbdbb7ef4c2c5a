/** The version of the specification, which the sidebar shows. A release has its own number, in package.json. */
export const SPECIFICATION_VERSION = '2.1.7'
