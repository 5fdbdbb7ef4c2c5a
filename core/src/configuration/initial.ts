/** 'studio Armonia' → 'S': the initial shown for a business without a logo. */
export const getInitial = (name: string) => [...name.trim()][0]?.toUpperCase() ?? '•'
