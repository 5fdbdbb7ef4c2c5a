import { ACCEPTED_IMAGES, uploadPicture } from '@prenoto/core/uploads/uploads.endpoints.ts'
import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { apiUpload, getMessage } from '../../../lib/api-client.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { inspectPicture, PICTURE_LIMITS } from '../../lib/inspect-picture.ts'
import { type FieldRef, useField } from '../forms/admin-form.ts'
import { FileField } from './admin-fields.tsx'
import styles from './fields.module.css'

type Upload = { file?: File; isUploading?: boolean; error?: string }

/** Describes a picture in a list of differences, where its address would mean nothing. */
export const describePicture = (address: unknown) => (address ? 'un’altra immagine' : 'nessuna')

/** A public picture. It is uploaded at once; the value of the field is its address. */
export function PictureField<Input extends FieldValues, Output>({
  label,
  hint = PICTURE_LIMITS,
  ...fieldRef
}: FieldRef<Input, Output> & { label: string; hint?: string }) {
  const { value, onChange, error } = useField(fieldRef)
  const [{ file, isUploading = false, error: problem }, setUpload] = useState<Upload>({})
  const latest = useRef<File>(undefined)
  const frame = useRef<HTMLDivElement>(null)

  // Saving during the upload would lose the picture.
  useEffect(() => {
    const form = frame.current?.closest('form')
    if (!isUploading || !form) return
    const block = (event: Event) => {
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    form.addEventListener('submit', block, { capture: true })
    return () => form.removeEventListener('submit', block, { capture: true })
  }, [isUploading])

  const send = async (picked: File) => {
    latest.current = picked
    setUpload({ file: picked, isUploading: true })
    try {
      const inspected = await inspectPicture(picked)
      const problem = 'problem' in inspected ? inspected.problem : undefined
      const sent = problem ? undefined : await apiUpload(uploadPicture, picked)
      if (latest.current !== picked) return
      setUpload(problem ? { error: problem } : { file: picked })
      if (sent) onChange(sent.picture)
    } catch (failure) {
      if (latest.current === picked) setUpload({ error: getMessage(failure) })
    }
  }
  const remove = () => {
    latest.current = undefined
    setUpload({})
    onChange('')
  }

  return (
    <div className={`stack gap-x-3 ${styles.picture}`} ref={frame}>
      <FileField
        label={label}
        accept={ACCEPTED_IMAGES}
        fileName={file?.name}
        error={problem ?? error}
        hint={isUploading ? 'Sto caricando l’immagine…' : hint}
        onPick={send}
      />
      {value && (
        <div className={`row gap-1 mb-3 ${styles.shown}`}>
          <img src={value.replace(/\d+\.webp$/, '400.webp')} alt={`${label}: quella scelta`} />
          <IconButton label="Togli l’immagine" Icon={X} size={18} onClick={remove} />
        </div>
      )}
    </div>
  )
}
