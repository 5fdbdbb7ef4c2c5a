import { SIGN_UP_FORM, signUpPaths } from '@prenoto/core/sign-up/sign-up-pages.ts'
import { MailCheck } from 'lucide-react'
import { ButtonLink } from '../../../ui/button.tsx'
import { StatusPage } from '../status-page.tsx'

/** Shown after each accepted request, whatever is known of its e-mail address. Works without scripts. */
export const SentPage = () => (
  <StatusPage
    Icon={MailCheck}
    tone="success"
    title="Controlla la tua email"
    text={
      <>
        <p>Ti abbiamo mandato un link: aprilo e conferma. Vale 24 ore, e fino ad allora non conserviamo nulla.</p>
        <p>Non arriva? Guarda nella posta indesiderata. Se l’email era sbagliata, ricomincia.</p>
      </>
    }
  >
    <ButtonLink look="quiet" href={`${signUpPaths.home}#${SIGN_UP_FORM}`}>
      Ricomincia
    </ButtonLink>
  </StatusPage>
)
