/** The path of the page that stops and resumes the messages after visits; a POST to `/stop` below it stops them. */
export const afterVisitPath = (hiddenId: string) => `/after-visit/${hiddenId}`
