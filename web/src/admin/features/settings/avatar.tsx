import { ACCEPTED_IMAGES } from '@prenoto/core/uploads/uploads.endpoints.ts'
import { Camera, UserRound } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { reportFailure } from '../../../ui/report-failure.ts'
import { showToast } from '../../../ui/toasts.ts'
import { inspectPicture, PICTURE_LIMITS } from '../../lib/inspect-picture.ts'
import { PreviewViewer } from '../../ui/forms/preview-viewer.tsx'
import { useUser } from '../session/session.queries.ts'
import styles from './settings.module.css'
import { useUploadPhoto } from './settings.queries.ts'

/** The user's photo, with a button that replaces it. */
export function Avatar() {
  const { name, surname, photo_url } = useUser()
  const { mutate: upload, isPending } = useUploadPhoto()
  const chooser = useRef<HTMLInputElement>(null)

  const change = async (file: File) => {
    const inspected = await inspectPicture(file)
    if ('problem' in inspected) showToast('danger', inspected.problem)
    else upload(file, { onError: reportFailure })
  }

  return (
    <div className="row gap-4 flex-wrap mb-4">
      <span className={`block flex-none border rounded-full sunken ${styles.photo}`}>
        <PreviewViewer url={photo_url} alt={`Foto di ${name} ${surname}`} Fallback={UserRound} />
      </span>
      <input
        ref={chooser}
        type="file"
        accept={ACCEPTED_IMAGES}
        aria-label="Immagine dell’avatar"
        hidden
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) change(file)
          // Allows choosing the same file again.
          event.target.value = ''
        }}
      />
      <Button look="quiet" loading={isPending} onClick={() => chooser.current?.click()}>
        <Camera size={18} aria-hidden="true" />
        Modifica Avatar
      </Button>
      <p className="muted text-xs">{PICTURE_LIMITS}</p>
    </div>
  )
}
