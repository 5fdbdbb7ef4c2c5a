import type { User } from '@prenoto/core/users/user-schema.ts'
import { Button } from '../../../ui/button.tsx'
import { useInviteUser } from './users.queries.ts'

/** Sends the invitation again to a user who has not chosen a password. */
export function InviteAgain({ user: { id, email } }: { user: User }) {
  const { mutate: invite, isPending } = useInviteUser()
  return (
    <div className="grid gap-2 justify-items-start">
      <p>{`Invitato: non ha ancora scelto la password. L’invito arriva a ${email} e il suo link vale 24 ore.`}</p>
      <Button look="quiet" loading={isPending} onClick={() => invite(id)}>
        Invia di nuovo
      </Button>
    </div>
  )
}
