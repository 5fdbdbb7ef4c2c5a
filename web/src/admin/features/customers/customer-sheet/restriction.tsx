import { type CustomerProfile, restrictionSchema } from '@prenoto/core/customers/customer-schema.ts'
import { LockKeyhole } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { TextField } from '../../../../ui/field.tsx'
import { reportFailure } from '../../../../ui/report-failure.ts'
import { fieldRegister, showFieldProblems, useAdminForm } from '../../../ui/forms/admin-form.ts'
import styles from './customer-sheet.module.css'
import { useRestrict } from './customer-sheet.queries.ts'

/** Restricts the processing of a customer's data at their request (Art. 18 GDPR). */
export function RestrictionForm({ customer: { id } }: { customer: CustomerProfile }) {
  const hint = useId()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className={`stack gap-3 items-center border-t ${styles.action}`}>
      <p id={hint} className={styles.quiet}>
        Per chi chiede di fermare l’uso dei suoi dati senza cancellarli.
      </p>
      <Button look="quiet" aria-describedby={hint} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        Limita il trattamento
      </Button>
      {isOpen && <ReasonForm id={id} />}
    </div>
  )
}

function ReasonForm({ id }: { id: number }) {
  const form = useAdminForm(restrictionSchema, { is_restricted: true, reason: '' })
  const { mutateAsync: restrict } = useRestrict(id)
  const { setFocus } = form
  useEffect(() => setFocus('reason'), [setFocus])
  const save = form.handleSubmit(async ({ reason }) => {
    try {
      await restrict(reason)
    } catch (error) {
      if (!showFieldProblems(form, error)) reportFailure(error)
    }
  })
  return (
    <form method="dialog" noValidate className="stack gap-2" aria-label="Limita il trattamento" onSubmit={save}>
      <p>
        I dati restano, ma non si vedono più: il cliente sparisce da elenco, ricerca, doppioni ed esportazioni, non
        riceve promemoria né posti dalla lista d’attesa e non viene reso anonimo. Le prenotazioni restano in calendario
        come «Cliente con trattamento limitato», e chi le ha fatte riceve ancora conferme e modifiche. Solo un
        amministratore può togliere la limitazione.
      </p>
      <TextField
        label="Motivo"
        hint="Per esempio: contesta l’esattezza dei dati, richiesta del 3 marzo."
        maxLength={300}
        required
        {...fieldRegister(form)('reason')}
      />
      <div className="flex justify-end">
        <Button type="submit" look="soft" loading={form.formState.isSubmitting}>
          Conferma la limitazione
        </Button>
      </div>
    </form>
  )
}

/** In place of the data of a restricted customer: what an admin needs to lift the restriction. Takes the focus. */
export function RestrictedNotice({ customer: { id, restriction } }: { customer: CustomerProfile }) {
  const { mutate: restrict, isPending } = useRestrict(id)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) heading.current!.focus()
  }, [])
  if (!restriction) return null
  const [day = '', hour = ''] = restriction.at.split(' ')
  return (
    <section className={`stack card gap-3 content-start rounded-l ${styles.card}`} aria-labelledby="restriction-title">
      <h2 id="restriction-title" ref={heading} tabIndex={-1} className={`text-m ${styles.title} row gap-2`}>
        <LockKeyhole size={18} aria-hidden="true" />
        Trattamento limitato
      </h2>
      <p>
        {`Dal ${day.replaceAll('-', '/')} alle ${hour} i dati di questo cliente sono conservati ma non si usano e non si vedono. Prima di togliere la limitazione avvisa il cliente.`}
      </p>
      <p className={styles.quiet}>{`Motivo: ${restriction.reason}`}</p>
      <div className="flex justify-end">
        <Button look="soft" loading={isPending} onClick={() => restrict(null, { onError: reportFailure })}>
          Togli la limitazione
        </Button>
      </div>
    </section>
  )
}
