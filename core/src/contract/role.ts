/** Roles in ascending order of rights. */
export const roles = ['operator', 'editor', 'admin'] as const
export type Role = (typeof roles)[number]

/** The roles that the form of a user offers; administrators are appointed by an action of its own. */
export const offeredRoles = ['editor', 'operator'] as const satisfies Role[]

/** The labels in lists and in the sidebar. */
export const roleNames: Record<Role, string> = {
  operator: 'Operatore',
  editor: 'Editor',
  admin: 'Amministratore',
}

/** Whether a user's role includes the rights of the needed role. */
export const includesRole = (role: Role, needed: Role) => roles.indexOf(role) >= roles.indexOf(needed)
