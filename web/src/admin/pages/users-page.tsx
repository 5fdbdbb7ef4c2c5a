import { roleNames } from '@prenoto/core/contract/role.ts'
import type { User } from '@prenoto/core/users/user-schema.ts'
import { RelatedPages } from '../features/settings/related-pages.tsx'
import { SecondFactorBadge } from '../features/users/second-factor-state.tsx'
import { UserForm } from '../features/users/user-form.tsx'
import { users } from '../features/users/users.queries.ts'
import { Badge } from '../ui/feedback/badge.tsx'
import type { Column } from '../ui/lists/data-table.tsx'
import { ListScreen } from '../ui/lists/list-screen.tsx'

const isActive = (user: User) => !user.is_disabled && !user.is_invited
const formatState = (user: User) => (user.is_disabled ? 'Disattivo' : user.is_invited ? 'Invitato' : 'Attivo')

const columns: Column<User>[] = [
  { title: 'Nome', show: (user) => user.name, sortBy: (user) => user.name },
  { title: 'Cognome', show: (user) => user.surname, sortBy: (user) => user.surname },
  { title: 'Email', show: (user) => user.email, sortBy: (user) => user.email },
  { title: 'Ruolo', show: (user) => roleNames[user.role], sortBy: (user) => roleNames[user.role] },
  {
    title: 'Stato',
    show: (user) => (
      <>
        <Badge tone={isActive(user) ? 'success' : undefined}>{formatState(user)}</Badge>
        <SecondFactorBadge userId={user.id} />
      </>
    ),
    sortBy: formatState,
  },
]

export default function UsersPage() {
  return (
    <ListScreen
      title="Elenco utenti"
      list={users}
      columns={columns}
      emptyText="Non ci sono utenti disponibili"
      guide="utenti-e-permessi"
      mayChange
      newTitle="Nuovo utente"
      editTitle="Modifica utente"
      form={(user, close) => <UserForm user={user} onDone={close} />}
      foot={<RelatedPages to={['permessi', 'audit']} />}
    />
  )
}
