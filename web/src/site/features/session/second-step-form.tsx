import type { LogInChallenge } from '@prenoto/core/second-factor/log-in-challenge.ts'
import { recoveryCodeFormSchema, totpCodeFormSchema } from '@prenoto/core/second-factor/second-factor-schema.ts'
import { completeLogIn, startPasskeyLogIn } from '@prenoto/core/session/second-step.endpoints.ts'
import { useEffect, useRef, useState } from 'react'
import { ApiError, api } from '../../../lib/api-client.ts'
import { signWithPasskey } from '../../../lib/passkey.ts'
import { paths } from '../../../lib/paths.ts'
import { deviceHeader } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { LoadingOverlay } from '../../../ui/loading-overlay.tsx'
import { reportFailure } from '../../../ui/report-failure.ts'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { beginSession } from './begin-session.ts'
import { endSecondStep } from './second-step.ts'
import styles from './session-form.module.css'

const PASSKEY_CANCELLED = 'La passkey non è stata usata. Riprova, oppure scegli un altro modo.'

type Way = 'totp' | 'passkey' | 'recovery'

/** Without a method on this domain a recovery code remains. */
const firstWay = ({ second_factor }: LogInChallenge): Way =>
  second_factor.includes('passkey') ? 'passkey' : (second_factor[0] ?? 'recovery')

type SecondStepFormProps = { step: LogInChallenge; isSetUp: boolean }

/** Completes a log-in with a code of the app, a passkey or a recovery code. */
export function SecondStepForm({ step, isSetUp }: SecondStepFormProps) {
  const [way, setWay] = useState<Way>(() => firstWay(step))
  const [isLeaving, setIsLeaving] = useState(false)
  const panel = useRef<HTMLDivElement>(null)
  const wasChosen = useRef(false)

  const choose = (chosen: Way) => {
    wasChosen.current = true
    setWay(chosen)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the field or button of a chosen way takes the focus
  useEffect(() => {
    if (wasChosen.current) panel.current?.querySelector<HTMLElement>('input, button')?.focus()
  }, [way])

  const complete = async (proof: object) => {
    const { access_token } = await api(completeLogIn, {
      headers: deviceHeader(),
      body: { challenge: step.challenge, ...proof },
    })
    endSecondStep()
    setIsLeaving(await beginSession(access_token, isSetUp))
  }
  const others: { way: Way; text: string }[] = [
    ...(step.second_factor.includes('passkey') ? [{ way: 'passkey' as const, text: 'Usa la passkey' }] : []),
    ...(step.second_factor.includes('totp') ? [{ way: 'totp' as const, text: 'Usa l’app di autenticazione' }] : []),
    { way: 'recovery', text: 'Usa un codice di recupero' },
  ]

  return (
    <div className={styles.form}>
      <div ref={panel} className={styles.form}>
        {way === 'passkey' && <PasskeyStep challenge={step.challenge} complete={complete} />}
        {way === 'totp' && <CodeForm key="totp" kind="totp" complete={complete} />}
        {way === 'recovery' && <CodeForm key="recovery" kind="recovery" complete={complete} />}
      </div>
      {others
        .filter((other) => other.way !== way)
        .map((other) => (
          <Button key={other.way} look="quiet" wide onClick={() => choose(other.way)}>
            {other.text}
          </Button>
        ))}
      <a href={paths.logIn} className={styles.link} onClick={() => endSecondStep()}>
        Torna all’accesso
      </a>
      {isLeaving && <LoadingOverlay />}
    </div>
  )
}

/** An expired challenge leads back to the log-in, which says why. Returns whether it does. */
function leaveIfExpired(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status !== 401) return false
  endSecondStep({ isExpired: true })
  location.replace(paths.logIn)
  return true
}

type CompleteProps = { complete: (proof: object) => Promise<void> }

function CodeForm({ kind, complete }: CompleteProps & { kind: 'totp' | 'recovery' }) {
  const isTotp = kind === 'totp'
  const { form, field, isSending } = useSchemaForm(isTotp ? totpCodeFormSchema : recoveryCodeFormSchema, {
    send: complete,
    onFailure: (error, atFields) => {
      if (!leaveIfExpired(error) && !atFields) reportFailure(error)
    },
  })

  return (
    <form {...form} className={styles.form} aria-labelledby="second-step-title">
      <TextField
        label={isTotp ? 'Codice' : 'Codice di recupero'}
        hint={
          isTotp ? 'Le sei cifre che mostra l’app di autenticazione.' : 'Ognuno dei dieci codici vale una volta sola.'
        }
        inputMode={isTotp ? 'numeric' : 'text'}
        autoComplete={isTotp ? 'one-time-code' : 'off'}
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        required
        {...field('code')}
      />
      <Button type="submit" wide loading={isSending}>
        Verifica
      </Button>
    </form>
  )
}

function PasskeyStep({ challenge, complete }: CompleteProps & { challenge: string }) {
  const [isAsking, setIsAsking] = useState(false)
  const [problem, setProblem] = useState('')

  const ask = async () => {
    setIsAsking(true)
    setProblem('')
    try {
      const options = await api(startPasskeyLogIn, { headers: deviceHeader(), body: { challenge } })
      await complete({ assertion: await signWithPasskey(options) })
    } catch (error) {
      if (!leaveIfExpired(error)) setProblem(error instanceof ApiError ? error.message : PASSKEY_CANCELLED)
    }
    setIsAsking(false)
  }

  return (
    <>
      <Button wide loading={isAsking} onClick={ask}>
        Continua con la passkey
      </Button>
      <p role="alert" className={problem ? styles.problem : undefined}>
        {problem}
      </p>
    </>
  )
}
