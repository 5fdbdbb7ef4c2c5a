import { Eye, EyeOff } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import styles from './forms.module.css'

/** A form beside its preview; on narrow screens a button shows the preview. */
export function WithPreview({ preview, children }: { preview: ReactNode; children: ReactNode }) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const Icon = isOpen ? EyeOff : Eye
  return (
    <div className={styles.container}>
      <div className={`stack gap-5 ${styles.columns}`}>
        <div className={styles.side}>
          <div className={styles.toggle}>
            <Button look="quiet" wide aria-expanded={isOpen} aria-controls={id} onClick={() => setIsOpen(!isOpen)}>
              <Icon size={18} aria-hidden="true" />
              <span>{isOpen ? 'Nascondi l’anteprima' : 'Mostra l’anteprima'}</span>
            </Button>
          </div>
          <div id={id} className={`mt-4 ${styles.preview} ${isOpen ? '' : styles.closed}`}>
            {preview}
          </div>
        </div>
        <div className={styles.main}>{children}</div>
      </div>
    </div>
  )
}
