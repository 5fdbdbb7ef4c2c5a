/** What is agreed to; its star stays with the last word. */
export const PRIVACY = 'Ho letto e accetto la Privacy Policy\u00a0*'
