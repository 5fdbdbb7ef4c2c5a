/** The path of the page on which a customer asks to be reminded to come back. */
export const comeBackPath = (hiddenId: string) => `/come-back/${hiddenId}`
