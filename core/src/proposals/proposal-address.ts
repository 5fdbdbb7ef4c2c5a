/** The path of a proposal's page for its customer. */
export const proposalPath = (hiddenId: string) => `/proposals/${hiddenId}`
