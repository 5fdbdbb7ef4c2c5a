import type { Provider, SignUpLink } from '@prenoto/core/pages/page-data.ts'
import { SIGN_UP_FORM, signUpPaths } from '@prenoto/core/sign-up/sign-up-pages.ts'
import { CircleCheck, Clock, SearchX, Store } from 'lucide-react'
import { paths } from '../../../lib/paths.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import styles from '../../features/sign-up/sign-up.module.css'
import { FormFailure } from '../../ui/form-failure.tsx'
import { StatusPage } from '../status-page.tsx'

type LinkPageProps = { link: SignUpLink; domain: string; provider: Provider }

/** The link of the e-mail. Opening it changes nothing: the button does. Works without scripts. */
export function LinkPage({ link, domain, provider }: LinkPageProps) {
  if (link.state === 'open') return <OpenLink link={link} domain={domain} />
  if (link.state === 'used') return <UsedLink link={link} provider={provider} />
  const isExpired = link.state === 'expired'
  return (
    <StatusPage
      Icon={isExpired ? Clock : SearchX}
      title={isExpired ? 'Il link è scaduto' : 'Il link non è completo'}
      text={
        <p>
          {isExpired
            ? 'Valeva 24 ore. Non è stato creato nulla: per aprire la tua attività ricomincia da qui.'
            : 'Copialo per intero dall’email che ti abbiamo mandato, oppure ricomincia da qui.'}
        </p>
      }
    >
      <ButtonLink href={`${signUpPaths.home}#${SIGN_UP_FORM}`}>Ricomincia</ButtonLink>
    </StatusPage>
  )
}

type OpenLinkProps = { link: Extract<SignUpLink, { state: 'open' }>; domain: string }

function OpenLink({ link: { name, email, address, refused }, domain }: OpenLinkProps) {
  const problem = refused?.problems?.[0]?.message
  // After a refusal the owner chooses another address.
  const isChoosing = problem !== undefined || refused?.typed.address !== undefined
  return (
    <StatusPage
      Icon={Store}
      tone="success"
      title={isChoosing ? 'Scegli un altro indirizzo' : 'Un ultimo passo'}
      text={
        <p>
          {isChoosing
            ? 'Il resto è pronto: appena confermi, l’attività si apre e scegli la password per entrare.'
            : 'Controlla e conferma: l’attività si apre subito, poi scegli la password per entrare.'}
        </p>
      }
    >
      <dl className={styles.facts}>
        <div>
          <dt>Attività</dt>
          <dd>{name}</dd>
        </div>
        {!isChoosing && (
          <div>
            <dt>Indirizzo</dt>
            <dd>{`${address}.${domain}`}</dd>
          </div>
        )}
        <div>
          <dt>Email</dt>
          <dd>{email}</dd>
        </div>
      </dl>
      <form method="post" className={styles.form}>
        {isChoosing && (
          <TextField
            label="Indirizzo del sito *"
            name="address"
            defaultValue={refused?.typed.address}
            error={problem}
            hint={`Lettere, numeri e trattini: viene prima di .${domain}`}
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            autoFocus
            required
          />
        )}
        <FormFailure text={refused?.refusal} />
        <Button type="submit">Conferma e apri</Button>
      </form>
    </StatusPage>
  )
}

type UsedLinkProps = { link: Extract<SignUpLink, { state: 'used' }>; provider: Provider }

function UsedLink({ link: { site, hasPassword }, provider }: UsedLinkProps) {
  if (!site)
    return (
      <StatusPage
        Icon={SearchX}
        title="Il link è già stato usato"
        text={
          <p>
            L’attività che ha aperto adesso è chiusa. Per assistenza scrivi a{' '}
            <a href={`mailto:${provider.email}`}>{provider.email}</a>
          </p>
        }
      />
    )
  return (
    <StatusPage
      Icon={CircleCheck}
      tone="success"
      title="La tua attività è già aperta"
      text={
        <p>{hasPassword ? 'Entra con la tua email e la tua password.' : 'Ti manca la password: sceglila ed entra.'}</p>
      }
    >
      {hasPassword ? (
        <ButtonLink href={site + paths.logIn}>Accedi</ButtonLink>
      ) : (
        <form method="post">
          <Button type="submit">Scegli la password</Button>
        </form>
      )}
    </StatusPage>
  )
}
