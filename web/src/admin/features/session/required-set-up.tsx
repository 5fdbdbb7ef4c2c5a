import { useEffect, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { SecondFactorSettings } from '../second-factor/second-factor-settings.tsx'
import { useLogOut } from './log-out.ts'
import styles from './session.module.css'
import { useUser } from './session.queries.ts'

/** The only screen of a user who has yet to add the second factor that their business requires. */
export default function RequiredSetUp() {
  const logOut = useLogOut()
  const { email } = useUser()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  return (
    <main className={styles.setUp}>
      <h1 ref={heading} tabIndex={-1}>
        Attiva la verifica in due passaggi
      </h1>
      <h2>Scegli un metodo per continuare</h2>
      <SecondFactorSettings email={email} onDone={() => location.reload()} />
      <div>
        <Button look="quiet" onClick={logOut}>
          Logout
        </Button>
      </div>
    </main>
  )
}
