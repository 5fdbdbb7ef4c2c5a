/** From the least to the most that somebody may do. */
export const roles = ['operator', 'editor', 'admin'] as const
export type Role = (typeof roles)[number]

/** What a new user can be made; administrators are appointed by the provider. */
export const offeredRoles = ['editor', 'operator'] as const satisfies Role[]

/** As lists and the sidebar name them. */
export const roleNames: Record<Role, string> = {
  operator: 'Operatore',
  editor: 'Editor',
  admin: 'Amministratore',
}

/** Whether somebody of a role may do what needs another. */
export const includesRole = (own: Role, needed: Role) => roles.indexOf(own) >= roles.indexOf(needed)
