/** 'studio Armonia' → 'S': the initial shown for a business without a logo. */
export const initialOf = (name: string) => [...name.trim()][0]?.toUpperCase() ?? '•'
