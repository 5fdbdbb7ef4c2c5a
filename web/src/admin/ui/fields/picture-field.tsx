import { ACCEPTED_IMAGES, uploadPicture } from '@prenoto/core/uploads/uploads.endpoints.ts'
import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { apiUpload, messageOf } from '../../../lib/api-client.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { inspectPicture, PICTURE_LIMITS } from '../../lib/inspect-picture.ts'
import { type FieldRef, useField } from '../forms/admin-form.ts'
import { FileField } from './admin-fields.tsx'
import styles from './picture-field.module.css'

type Sending = { file?: File; isUnderWay?: boolean; error?: string }

/** How people read such a field: nobody knows a picture by its address. */
export const describePicture = (address: unknown) => (address ? 'un’altra immagine' : 'nessuna')

/** A picture that visitors are shown. It is sent as it is chosen; the form then keeps its address. */
export function PictureField<Input extends FieldValues, Output>({
  label,
  hint = PICTURE_LIMITS,
  ...fieldRef
}: FieldRef<Input, Output> & { label: string; hint?: string }) {
  const { value, onChange, error } = useField(fieldRef)
  const [{ file, isUnderWay = false, error: problem }, setSending] = useState<Sending>({})
  const latest = useRef<File>(undefined)
  const frame = useRef<HTMLDivElement>(null)

  // A form that is saved meanwhile would lose the picture.
  useEffect(() => {
    const form = frame.current?.closest('form')
    if (!isUnderWay || !form) return
    const wait = (event: Event) => {
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    form.addEventListener('submit', wait, { capture: true })
    return () => form.removeEventListener('submit', wait, { capture: true })
  }, [isUnderWay])

  const send = async (picked: File) => {
    latest.current = picked
    setSending({ file: picked, isUnderWay: true })
    try {
      const seen = await inspectPicture(picked)
      const problem = 'problem' in seen ? seen.problem : undefined
      const sent = problem ? undefined : await apiUpload(uploadPicture, picked)
      if (latest.current !== picked) return
      setSending(problem ? { error: problem } : { file: picked })
      if (sent) onChange(sent.picture)
    } catch (failure) {
      if (latest.current === picked) setSending({ error: messageOf(failure) })
    }
  }
  const takeAway = () => {
    latest.current = undefined
    setSending({})
    onChange('')
  }

  return (
    <div className={styles.picture} ref={frame}>
      <FileField
        label={label}
        accept={ACCEPTED_IMAGES}
        fileName={file?.name}
        error={problem ?? error}
        hint={isUnderWay ? 'Sto caricando l’immagine…' : hint}
        onPick={send}
      />
      {value && (
        <div className={styles.shown}>
          <img src={value.replace(/\d+\.webp$/, '400.webp')} alt={`${label}: quella scelta`} />
          <IconButton label="Togli l’immagine" Icon={X} size={18} onClick={takeAway} />
        </div>
      )}
    </div>
  )
}
