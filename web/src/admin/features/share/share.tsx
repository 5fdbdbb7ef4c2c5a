import { useQuery } from '@tanstack/react-query'
import { Download, Printer, Share2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { reportFailure } from '../../../ui/report-failure.ts'
import { publicOrigin } from '../../lib/public-origin.ts'
import { saveFile } from '../../lib/save-file.ts'
import { CopyField } from '../../ui/fields/copy-field.tsx'
import { PagedSelect } from '../../ui/fields/paged-select.tsx'
import { SwitchField } from '../../ui/fields/switch-field.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { useConfiguration } from '../configuration/configuration.queries.ts'
import { firstStepsQuery, useUpdateFirstSteps } from '../dashboard/first-steps.queries.ts'
import { LinksSection } from './links-section.tsx'
import { POSTER_SENTENCE, PosterPreview, PosterSheet } from './poster.tsx'
import { qrCodePng, qrCodeSvg } from './qr-files.ts'
import styles from './share.module.css'
import { HOME, searchedPages, sharedPages, sharedPath } from './shared-pages.ts'

const COPY_TEXTS = {
  button: 'Copia il link',
  copied: 'Link copiato.',
  selected: 'Il link è selezionato: copialo con la tastiera o con il menu.',
}

const MAX_SENTENCE = 80

/** The link of a public page, its QR code and a poster with both. */
export default function Share() {
  const [page, setPage] = useState(HOME)
  const address = publicOrigin() + sharedPath(page)
  const downloadPng = async () => {
    const image = await qrCodePng(address)
    if (image) saveFile(image, 'codice-qr.png')
  }
  return (
    <div className={styles.share}>
      <div className={styles.part}>
        <p className="muted">
          Metti il link sui social, su WhatsApp e nella scheda dell’attività sulle mappe. Il codice QR e la locandina
          portano alla stessa pagina.
        </p>
        <PagedSelect
          label="Pagina da condividere"
          placeholder="Scegli una pagina"
          list={sharedPages}
          search={searchedPages}
          value={page}
          onChange={(id) => setPage(id ?? HOME)}
        />
        <CopyField label="Link" value={address} texts={COPY_TEXTS}>
          <ShareButton address={address} />
        </CopyField>
      </div>
      <LinksSection address={address} />
      <section className={styles.part} aria-labelledby="qr-code-title">
        <div className={styles.part}>
          <h3 id="qr-code-title" className="text-m">
            Codice QR
          </h3>
          <p className="muted">Per biglietti da visita, listini e scontrini: chi lo inquadra apre la pagina.</p>
          <div className="flex gap-3 flex-wrap">
            <Button look="soft" onClick={downloadPng}>
              <Download size={18} aria-hidden="true" />
              Scarica PNG
            </Button>
            <Button look="soft" onClick={() => saveFile(qrCodeSvg(address), 'codice-qr.svg')}>
              <Download size={18} aria-hidden="true" />
              Scarica SVG
            </Button>
          </div>
        </div>
        <div className={styles.code}>
          <QrCode text={address} label={`Codice QR di ${address}`} />
        </div>
      </section>
      <PosterSection address={address} />
      <FirstStepsSwitch />
    </div>
  )
}

/** Marks the step of sharing as done, and shows or hides the first steps on the dashboard. */
function FirstStepsSwitch() {
  const { data } = useQuery(firstStepsQuery)
  const { mutate: markAsShared } = useUpdateFirstSteps()
  const { mutate: update, isPending, variables } = useUpdateFirstSteps(reportFailure)
  const isToMark = data?.is_shown && !data.done.share
  useEffect(() => {
    if (isToMark) markAsShared({ is_shared: true })
  }, [isToMark, markAsShared])

  if (!data) return null
  return (
    <SwitchField
      label="Primi passi nella dashboard"
      hint="L’elenco di che cosa resta da fare per cominciare, in fondo alla dashboard."
      isOn={isPending ? variables.is_shown === true : data.is_shown}
      onChange={(isOn) => update({ is_shown: isOn })}
    />
  )
}

/** Opens the sharing of the system, in browsers that have it. */
function ShareButton({ address }: { address: string }) {
  const { app_name } = useConfiguration()
  if (!navigator.share) return null
  // The browser rejects when the user closes its dialog.
  const share = () => navigator.share({ title: app_name, url: address }).catch(() => {})
  return (
    <Button look="soft" onClick={share}>
      <Share2 size={18} aria-hidden="true" />
      Condividi
    </Button>
  )
}

function PosterSection({ address }: { address: string }) {
  const [typed, setTyped] = useState(POSTER_SENTENCE)
  const poster = { address, sentence: typed.trim() || POSTER_SENTENCE }
  return (
    <section className={styles.part} aria-labelledby="poster-title">
      <div className={styles.part}>
        <h3 id="poster-title" className="text-m">
          Locandina
        </h3>
        <p className="muted">Un foglio A4 con i tuoi colori, da appendere in vetrina o alla cassa.</p>
        <TextField
          label="Frase"
          value={typed}
          maxLength={MAX_SENTENCE}
          autoComplete="off"
          onChange={({ target }) => setTyped(target.value)}
        />
        <div className="flex gap-3 flex-wrap">
          <Button onClick={() => print()}>
            <Printer size={18} aria-hidden="true" />
            Stampa la locandina
          </Button>
        </div>
      </div>
      <PosterPreview {...poster} />
      <PosterSheet {...poster} />
    </section>
  )
}
