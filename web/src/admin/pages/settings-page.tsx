import { includesRole } from '@prenoto/core/contract/role.ts'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType, useSearchParams } from 'react-router'
import { version as release } from '../../../../package.json'
import { ApiKeys } from '../features/api-keys/api-keys.tsx'
import { CalendarFeed } from '../features/calendar-files/calendar-feed.tsx'
import { DataCopy } from '../features/data-copies/data-copy.tsx'
import { DomainSettings } from '../features/domains/domain-settings.tsx'
import { HealthNotesAccess } from '../features/health-notes/health-notes-access.tsx'
import { PushButton } from '../features/notifications/push/push-button.tsx'
import { PrivacyForm } from '../features/privacy/privacy-form.tsx'
import { PrivacyRecords } from '../features/privacy/privacy-records.tsx'
import { RetentionForm } from '../features/retention/retention-form.tsx'
import { RolesAndRights } from '../features/rights/roles-and-rights.tsx'
import { SecondFactorSettings } from '../features/second-factor/second-factor-settings.tsx'
import { StaffRequirement } from '../features/second-factor/staff-requirement.tsx'
import { Devices } from '../features/session/devices.tsx'
import { useMay, useUser } from '../features/session/session.queries.ts'
import { Avatar } from '../features/settings/avatar.tsx'
import { EmbeddingForm } from '../features/settings/embedding-form.tsx'
import { PasswordForm } from '../features/settings/password-form.tsx'
import { ProfileForm } from '../features/settings/profile-form.tsx'
import { type Related, RelatedPages } from '../features/settings/related-pages.tsx'
import { RulesForm } from '../features/settings/rules-form.tsx'
import { SectionMenu } from '../features/settings/section-menu.tsx'
import { SECTIONS, type SectionKey, shownWith } from '../features/settings/sections.ts'
import { SiteForm } from '../features/settings/site-form.tsx'
import { Webhooks } from '../features/webhooks/webhooks.tsx'
import { INITIAL_ENTRY_KEY } from '../lib/navigation.ts'
import { SitePreview } from '../preview/site-preview.tsx'
import { AdminPage } from '../ui/admin-page.tsx'
import { UnsavedContext } from '../ui/forms/save-bar.tsx'
import { GuideLink } from '../ui/guide-link.tsx'
import { Skeletons } from '../ui/lists/skeletons.tsx'
import styles from './pages.module.css'

const Share = lazy(() => import('../features/share/share.tsx'))

type Shown = {
  title: string
  content: ReactNode
  /** The page of the guide about it. */
  guide: string
  isWide?: boolean
  related?: readonly Related[]
  /** Loaded when it is shown and dropped when it is hidden, since it prints a sheet or polls. */
  isOnDemand?: boolean
}

const CONTENTS: Record<SectionKey, Shown> = {
  profilo: {
    title: 'Informazioni personali',
    guide: 'accedere-in-sicurezza',
    content: (
      <>
        <Avatar />
        <ProfileForm />
      </>
    ),
  },
  password: { title: 'Modifica password', content: <PasswordForm />, guide: 'accedere-in-sicurezza' },
  verifica: { title: 'Verifica in due passaggi', content: <SecondFactorSection />, guide: 'accedere-in-sicurezza' },
  dispositivi: { title: 'Dispositivi collegati', content: <DevicesSection />, guide: 'agenda-sul-telefono' },
  calendario: { title: 'Calendario del telefono', content: <CalendarFeed />, guide: 'agenda-sul-telefono' },
  sito: {
    title: 'Sito',
    content: <SiteForm preview={(preview) => <SitePreview {...preview} />} />,
    guide: 'aprire-in-sei-passi',
    isWide: true,
    related: ['condividi', 'dominio'],
  },
  regole: {
    title: 'Regole di prenotazione',
    content: <RulesForm />,
    guide: 'regole-di-prenotazione',
    related: ['waitingList'],
  },
  privacy: {
    title: 'Privacy',
    guide: 'privacy-richieste-dei-clienti',
    content: (
      <>
        <PrivacyForm />
        <PrivacyRecords />
        <HealthNotesAccess />
      </>
    ),
    related: ['conservazione', 'contactRequests', 'audit'],
  },
  conservazione: {
    title: 'Conservazione dei dati',
    content: <RetentionForm />,
    guide: 'privacy-richieste-dei-clienti',
    related: ['privacy', 'audit'],
  },
  copia: {
    title: 'Una copia dei tuoi dati',
    content: <DataCopy />,
    guide: 'privacy-richieste-dei-clienti',
    related: ['conservazione', 'audit'],
    isOnDemand: true,
  },
  incorporamento: {
    title: 'Nel tuo sito',
    content: <EmbeddingForm />,
    guide: 'prenotazioni-sul-tuo-sito',
    related: ['condividi', 'dominio'],
  },
  condividi: {
    title: 'Condividi il tuo sito',
    guide: 'prenotazioni-sul-tuo-sito',
    content: (
      <Suspense fallback={<Skeletons count={1} height={640} />}>
        <Share />
      </Suspense>
    ),
    isOnDemand: true,
    related: ['incorporamento', 'dominio'],
  },
  permessi: {
    title: 'Ruoli e permessi',
    content: <RolesAndRights />,
    guide: 'utenti-e-permessi',
    related: ['users', 'audit'],
  },
  programmi: {
    title: 'Programmi collegati',
    content: (
      <div className="stack gap-5">
        <ApiKeys />
        <h3>Avvisi ad altri programmi</h3>
        <Webhooks />
      </div>
    ),
    guide: 'collegare-altri-programmi',
    related: ['audit'],
    isOnDemand: true,
  },
  dominio: { title: 'Dominio', content: <DomainSettings />, guide: 'usare-il-tuo-dominio' },
}

/**
 * The settings in sections with their own addresses. Hidden forms stay mounted, so that unsaved values survive.
 */
export default function SettingsPage() {
  const { role } = useUser()
  const [params] = useSearchParams()
  const location = useLocation()
  const navigationType = useNavigationType()
  const [unsaved, setUnsaved] = useState<Partial<Record<SectionKey, boolean>>>({})
  const reportUnsaved = useCallback(
    (key: SectionKey, isUnsaved: boolean) => setUnsaved((all) => ({ ...all, [key]: isUnsaved })),
    [],
  )

  const sections = SECTIONS.filter(({ needs }) => includesRole(role, needs))
  const requested = params.get('sezione')
  const current = (sections.find(({ key }) => key === requested) ?? sections[0]!).key

  const hasArrived = useRef(false)
  useEffect(() => {
    const title = document.getElementById(`${current}-title`)!
    const isBelow = current === 'password'
    // The router restores the scroll position of an entry that the user comes back to.
    const isReturn = navigationType === 'POP' && location.key !== INITIAL_ENTRY_KEY
    if (hasArrived.current || isBelow) title.focus({ preventScroll: true })
    if (isBelow && !isReturn) title.scrollIntoView()
    hasArrived.current = true
  }, [current, location, navigationType])

  return (
    <AdminPage title="Impostazioni">
      <SectionMenu role={role} current={current} unsaved={unsaved} />
      {sections.map(({ key }) => (
        <Section key={key} name={key} isShown={shownWith(current).includes(key)} reportUnsaved={reportUnsaved} />
      ))}
      <p className="muted text-xs tabular-nums">{`Prenoto, rilascio ${release}`}</p>
    </AdminPage>
  )
}

function SecondFactorSection() {
  const { email } = useUser()
  return (
    <div className="stack gap-5">
      <SecondFactorSettings email={email} />
      {useMay('admin') && <StaffRequirement />}
    </div>
  )
}

function DevicesSection() {
  return (
    <div className="stack gap-5">
      <Devices />
      <div className="grid gap-2 justify-items-start">
        <h3>Notifiche</h3>
        <p>Prenotazioni, spostamenti e disdette ti avvisano anche quando l’area amministrativa è chiusa.</p>
        <PushButton />
      </div>
    </div>
  )
}

type SectionProps = { name: SectionKey; isShown: boolean; reportUnsaved: (key: SectionKey, isUnsaved: boolean) => void }

function Section({ name, isShown, reportUnsaved }: SectionProps) {
  const { title, content, guide, isWide, isOnDemand, related } = CONTENTS[name]
  const report = useCallback((isUnsaved: boolean) => reportUnsaved(name, isUnsaved), [name, reportUnsaved])
  return (
    <section
      className={`card min-w-0 rounded-l ${styles.section} ${isWide ? styles.wide : ''}`}
      aria-labelledby={`${name}-title`}
      hidden={!isShown}
    >
      <div className="row gap-x-4 flex-wrap justify-between mb-2">
        <h2 id={`${name}-title`} tabIndex={-1} className={styles.settingsPageTitle}>
          {title}
        </h2>
        <GuideLink page={guide} about={title} />
      </div>
      <UnsavedContext value={report}>{(isShown || !isOnDemand) && content}</UnsavedContext>
      {related && (
        <div className="mt-4">
          <RelatedPages to={related} />
        </div>
      )}
    </section>
  )
}
