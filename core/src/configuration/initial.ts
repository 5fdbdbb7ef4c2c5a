/** 'studio Armonia' → 'S': what stands for a business that has no logo. */
export const initialOf = (name: string) => [...name.trim()][0]?.toUpperCase() ?? '•'
