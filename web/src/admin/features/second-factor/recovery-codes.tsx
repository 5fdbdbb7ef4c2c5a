import { Copy, Download, Printer } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toasts.ts'
import { saveFile } from '../../lib/save-file.ts'
import { RecoverySheet } from './recovery-sheet.tsx'
import styles from './second-factor.module.css'

type RecoveryCodesProps = { codes: string[]; email: string; onDone: () => void }

/** The new recovery codes of a user, which are shown once. */
export function RecoveryCodes({ codes, email, onDone }: RecoveryCodesProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: new codes take the focus
  useEffect(() => heading.current?.focus(), [codes])

  const text = codes.join('\n')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      showToast('success', 'Codici copiati.')
    } catch {
      showToast('info', 'Il browser non permette di copiare: scarica o stampa i codici.')
    }
  }
  const download = () => saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), 'codici-di-recupero.txt')

  return (
    <div className={`stack gap-3 justify-items-start ${styles.method}`}>
      <h3 ref={heading} tabIndex={-1} className="row gap-2 flex-wrap text-m">
        I tuoi codici di recupero
      </h3>
      <p>
        Servono per entrare se perdi il telefono: ognuno vale una volta sola. Conservali adesso, per sicurezza non
        verranno più mostrati.
      </p>
      <ul className={`grid gap-2 w-full p-4 border rounded-s ${styles.codes}`} aria-label="Codici di recupero">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex gap-3 flex-wrap">
        <Button look="soft" onClick={copy}>
          <Copy size={18} aria-hidden="true" />
          Copia
        </Button>
        <Button look="soft" onClick={download}>
          <Download size={18} aria-hidden="true" />
          Scarica
        </Button>
        <Button look="soft" onClick={() => print()}>
          <Printer size={18} aria-hidden="true" />
          Stampa
        </Button>
        <Button onClick={onDone}>Li ho conservati</Button>
      </div>
      <RecoverySheet codes={codes} email={email} />
    </div>
  )
}
