import type { User } from '@prenoto/core/users/user-schema.ts'
import { ConfirmedAction } from './confirmed-action.tsx'
import { useAppointAdministrator } from './users.queries.ts'

/** The button that makes an administrator of a user. */
export function AppointAdministrator({ user: { id, name, surname }, onDone }: { user: User; onDone: () => void }) {
  const { mutate: appoint, isPending } = useAppointAdministrator()
  return (
    <ConfirmedAction
      title="Nomina amministratore"
      text={`${name} ${surname} potrà fare tutto quello che fai tu: gestire utenti e impostazioni, vedere i conti e cancellare dati. Gli amministratori ricevono un’email.`}
      confirmText="Nomina"
      isPending={isPending}
      onConfirm={(close) =>
        appoint(id, {
          onSuccess: () => {
            close()
            onDone()
          },
        })
      }
    />
  )
}
