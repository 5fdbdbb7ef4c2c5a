import { contrast, MIN_CONTRAST, toHexColor, WHITE } from '@prenoto/core/configuration/colors.ts'
import { DEFAULT_PRIMARY_COLOR } from '@prenoto/core/configuration/configuration-schema.ts'
import type { SiteForm } from '@prenoto/core/configuration/site-schema.ts'
import { isVatNumber } from '@prenoto/core/configuration/vat-number.ts'
import { MAX_SERVICES } from '@prenoto/core/services/visit-services.ts'
import type { ComponentProps, ReactNode } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { Checkbox, TextArea, TextField } from '../../../ui/field.tsx'
import { ColorField } from '../../ui/fields/admin-fields.tsx'
import { CopyField } from '../../ui/fields/copy-field.tsx'
import { FieldGroup } from '../../ui/fields/field-group.tsx'
import { FieldRow } from '../../ui/fields/field-row.tsx'
import { NumberField } from '../../ui/fields/number-field.tsx'
import { OptionalNumberField } from '../../ui/fields/optional-number-field.tsx'
import { PictureField } from '../../ui/fields/picture-field.tsx'
import { fieldReference, fieldRegister } from '../../ui/forms/admin-form.ts'
import { LogoField } from './logo-field.tsx'
import type { LogoChoice } from './use-logo.ts'

const COVER_HINT = 'Apre la prima pagina: meglio larga, almeno 1600 pixel, e senza scritte.'

/** The labels of the site's fields, in the order of the form. */
export const SITE_LABELS: Record<keyof SiteForm, string> = {
  app_name: 'Nome dell’attività',
  piva: 'Partita IVA',
  email: 'Email',
  address: 'Indirizzo (facoltativo)',
  phone: 'Telefono (facoltativo)',
  whatsapp: 'WhatsApp (facoltativo)',
  facebook: 'Facebook (facoltativo)',
  instagram: 'Instagram (facoltativo)',
  linkedin: 'LinkedIn (facoltativo)',
  welcome_text: 'Testo di benvenuto',
  contact_text: 'Testo dei contatti',
  app_google_reviews: 'Recensioni su Google (facoltativo)',
  app_cover: 'Immagine di copertina (facoltativa)',
  app_primary_color: 'Colore principale',
  app_primary_text_color: 'Testo sul principale',
  app_secondary_color: 'Colore secondario',
  app_secondary_text_color: 'Testo sul secondario',
  app_day_reminder: 'Promemoria al cliente (giorni prima)',
  app_booking_max_months: 'Si prenota in anticipo fino a (mesi)',
  app_booking_hours_notice: 'Preavviso minimo (ore)',
  app_min_gap: 'Non lasciare buchi più corti di … minuti',
  app_after_visit: 'Scrivi al cliente il giorno dopo la visita',
  app_come_back: 'Il cliente può chiedere «Ricordami di tornare»',
  app_assistants: 'Gli assistenti possono tenere un orario',
  app_confirmation_hours: 'Il cliente conferma entro (ore prima)',
  app_change_hours_notice: 'Si sposta o disdice fino a (ore prima)',
  app_simultaneous_bookings_enabled: 'Più prenotazioni nello stesso orario',
  app_customer_max_bookings: 'Prenotazioni future per cliente, al massimo',
  app_services_per_visit: 'Servizi nella stessa visita, al massimo',
  app_embed_origins: 'Siti in cui si prenota (facoltativo)',
  app_waiting_list_minutes: 'Tempo per rispondere (minuti)',
  app_retention_months: 'Rendi anonimi i clienti dopo (mesi)',
}

/** The form around the fields: the onboarding or a section of the settings. */
const useSiteForm = () => {
  const form = useFormContext<SiteForm>()
  return { field: fieldRegister(form), control: form.control }
}

export function BusinessFields() {
  const { field, control } = useSiteForm()
  const piva = useWatch({ control, name: 'piva' })
  return (
    <>
      <FieldGroup title="La tua attività">
        <FieldRow>
          <TextField label={SITE_LABELS.app_name} autoComplete="organization" required {...field('app_name')} />
          <TextField
            label={SITE_LABELS.piva}
            autoComplete="off"
            inputMode="numeric"
            required
            hint={piva && !isVatNumber(piva) ? 'Non sembra giusta: ricontrollala.' : undefined}
            {...field('piva')}
          />
        </FieldRow>
      </FieldGroup>
      <FieldGroup title="Contatti" note="Li trovi in fondo a ogni pagina del sito. Quelli vuoti non si vedono.">
        <FieldRow>
          <TextField label={SITE_LABELS.email} type="email" autoComplete="email" required {...field('email')} />
          <TextField label={SITE_LABELS.address} autoComplete="street-address" {...field('address')} />
        </FieldRow>
        <FieldRow>
          <TextField label={SITE_LABELS.phone} type="tel" autoComplete="tel" {...field('phone')} />
          <TextField label={SITE_LABELS.whatsapp} type="tel" autoComplete="off" {...field('whatsapp')} />
        </FieldRow>
      </FieldGroup>
      <FieldGroup title="Social" note="L’indirizzo della pagina, ad esempio facebook.com/lamiaattivita.">
        <FieldRow>
          <TextField label={SITE_LABELS.facebook} inputMode="url" autoComplete="off" {...field('facebook')} />
          <TextField label={SITE_LABELS.instagram} inputMode="url" autoComplete="off" {...field('instagram')} />
          <TextField label={SITE_LABELS.linkedin} inputMode="url" autoComplete="off" {...field('linkedin')} />
        </FieldRow>
      </FieldGroup>
    </>
  )
}

export function ReviewsField() {
  const { field } = useSiteForm()
  return (
    <FieldGroup title="Recensioni">
      <TextField
        label={SITE_LABELS.app_google_reviews}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        hint="Il link della tua scheda su Google, ad esempio https://maps.app.goo.gl/… La prima pagina del sito invita a leggerle."
        {...field('app_google_reviews')}
      />
    </FieldGroup>
  )
}

export function CoverField() {
  const { control } = useSiteForm()
  return <PictureField control={control} name="app_cover" label={SITE_LABELS.app_cover} hint={COVER_HINT} />
}

export function LooksFields({ logo, cover }: { logo: LogoChoice; cover?: ReactNode }) {
  const { field, control } = useSiteForm()
  const [color, textColor] = useWatch({ control, name: ['app_primary_color', 'app_primary_text_color'] }).map(
    toHexColor,
  )
  // The default colours get no warning.
  const isCustom = color !== DEFAULT_PRIMARY_COLOR || textColor !== WHITE
  const isUnreadable = isCustom && color && textColor && contrast(color, textColor) < MIN_CONTRAST
  return (
    <>
      <FieldGroup title="Logo e testi">
        <LogoField logo={logo} />
        {cover}
        <TextArea label={SITE_LABELS.welcome_text} rows={3} required {...field('welcome_text')} />
        <TextArea label={SITE_LABELS.contact_text} rows={2} required {...field('contact_text')} />
      </FieldGroup>
      <FieldGroup title="Colori">
        <FieldRow>
          <SiteColor name="app_primary_color" label={SITE_LABELS.app_primary_color} />
          <SiteColor
            name="app_primary_text_color"
            label={SITE_LABELS.app_primary_text_color}
            hint={isUnreadable ? 'Qui si legge male: il sito ne usa uno più leggibile.' : undefined}
          />
        </FieldRow>
        <FieldRow>
          <SiteColor name="app_secondary_color" label={SITE_LABELS.app_secondary_color} />
          <SiteColor name="app_secondary_text_color" label={SITE_LABELS.app_secondary_text_color} />
        </FieldRow>
      </FieldGroup>
    </>
  )
}

type ColorName = Extract<keyof SiteForm, `${string}color`>

function SiteColor({ name, label, hint }: { name: ColorName; label: string; hint?: string }) {
  const { field, fieldState } = useController<SiteForm, ColorName>({ name })
  return <ColorField {...field} label={label} hint={hint} error={fieldState.error?.message} />
}

/** The rules of the onboarding, where none can be switched off. */
export function RulesFields() {
  const { field } = useSiteForm()
  return (
    <FieldGroup title="Regole per prenotare">
      <NumberField
        label={SITE_LABELS.app_day_reminder}
        required
        hint="Quanti giorni prima della visita scriviamo al cliente."
        {...field('app_day_reminder', { valueAsNumber: true })}
      />
      <NumberField
        label={SITE_LABELS.app_booking_max_months}
        required
        hint="Fino a quanti mesi da oggi si può prenotare."
        {...field('app_booking_max_months', { valueAsNumber: true })}
      />
      <NumberField
        label={SITE_LABELS.app_booking_hours_notice}
        required
        hint="Quante ore prima dell’orario si chiudono le prenotazioni."
        {...field('app_booking_hours_notice', { valueAsNumber: true })}
      />
      <SeveralAtOnceField />
    </FieldGroup>
  )
}

export function ChangedRulesFields() {
  return (
    <FieldGroup title="Regole per prenotare">
      <OptionalSiteNumber
        name="app_booking_max_months"
        label="Anticipo massimo"
        hint="Se è spento, si può prenotare fino a 3 mesi da oggi."
        numberLabel="Mesi da oggi"
        initial={6}
      />
      <OptionalSiteNumber
        name="app_booking_hours_notice"
        label="Preavviso minimo"
        hint="Chiude le prenotazioni dal sito qualche ora prima dell’orario."
        numberLabel="Ore prima dell’orario"
        initial={2}
      />
      <OptionalSiteNumber
        name="app_min_gap"
        label={SITE_LABELS.app_min_gap}
        hint="Dal sito non si vedono gli orari che lasciano prima o dopo la visita un tempo libero troppo corto, se lì accanto ce n’è uno che non lo lascia. Tu li vedi tutti."
        numberLabel="Minuti"
        initial={15}
      />
      <OptionalSiteNumber
        name="app_day_reminder"
        label="Promemoria al cliente"
        hint="Un’email che ricorda la visita."
        numberLabel="Giorni prima della visita"
        initial={1}
      />
      <SeveralAtOnceField />
    </FieldGroup>
  )
}

function SeveralAtOnceField() {
  const { field } = useSiteForm()
  return (
    <Checkbox label={SITE_LABELS.app_simultaneous_bookings_enabled} {...field('app_simultaneous_bookings_enabled')} />
  )
}

type OptionalSiteNumberProps = Omit<ComponentProps<typeof OptionalNumberField>, 'control' | 'name'> & {
  name: keyof SiteForm
}

function OptionalSiteNumber({ name, ...texts }: OptionalSiteNumberProps) {
  return <OptionalNumberField {...fieldReference(useFormContext<SiteForm>())(name)} {...texts} />
}

export function AfterBookingFields() {
  return (
    <FieldGroup
      title="Dopo la prenotazione"
      note="I clienti ritrovano tutte le loro visite all’indirizzo /my_bookings del tuo sito, con un link che ricevono per email."
    >
      <OptionalSiteNumber
        name="app_change_hours_notice"
        label="Tempo per spostare o disdire"
        hint="Nelle ultime ore il cliente non può più spostare la visita né disdirla dal sito, ma solo chiamarti. Spento: può farlo fino all’inizio."
        numberLabel="Ore prima della visita"
        initial={24}
      />
      <OptionalSiteNumber
        name="app_confirmation_hours"
        label="Conferma del cliente"
        hint="Il promemoria chiede «Confermo»; chi non risponde in tempo risulta «Da confermare» e tiene il posto: decidi tu se liberarlo per la lista d’attesa. Serve il promemoria."
        numberLabel="Ore prima della visita per rispondere"
        initial={24}
      />
    </FieldGroup>
  )
}

export function AfterVisitFields() {
  const { field } = useSiteForm()
  return (
    <FieldGroup
      title="Dopo la visita"
      note="Un’email il giorno dopo che segni «Concluso», uguale per tutti: un grazie, il link per prenotare di nuovo e, se c’è, quello delle recensioni su Google. Chi non la vuole la ferma con un clic."
    >
      <Checkbox label={SITE_LABELS.app_after_visit} {...field('app_after_visit')} />
      <Checkbox label={SITE_LABELS.app_come_back} {...field('app_come_back')} />
    </FieldGroup>
  )
}

const ADDRESS_TEXTS = {
  button: 'Copia l’indirizzo',
  copied: 'Indirizzo copiato.',
  selected: 'L’indirizzo è selezionato: copialo con la tastiera o con il menu.',
}

export function AssistantFields() {
  const { field, control } = useSiteForm()
  const isOn = useWatch({ control, name: 'app_assistants' })
  return (
    <FieldGroup
      title="Assistenti"
      note="Chi usa un assistente come ChatGPT o Claude può fargli cercare un orario libero, che resta tenuto dieci minuti. Il cliente conferma sul tuo sito con il solito modulo: i suoi dati non passano dall’assistente."
    >
      <Checkbox label={SITE_LABELS.app_assistants} {...field('app_assistants')} />
      {isOn && (
        <CopyField
          label="Indirizzo per gli assistenti"
          value={`${location.origin}/mcp`}
          hint="È il connettore (MCP) da aggiungere nelle impostazioni dell’assistente."
          texts={ADDRESS_TEXTS}
        />
      )}
    </FieldGroup>
  )
}

export function WaitingListFields() {
  return (
    <FieldGroup title="Quando è tutto pieno">
      <OptionalSiteNumber
        name="app_waiting_list_minutes"
        label="Lista d’attesa"
        hint="Nei giorni pieni il cliente può chiedere di essere avvisato. Il posto che si libera viene tenuto per il primo in lista, poi passa al successivo."
        numberLabel={SITE_LABELS.app_waiting_list_minutes}
        numberHint="Di notte il tempo parte dalle 8 del mattino."
        initial={30}
      />
    </FieldGroup>
  )
}

export function LimitFields() {
  return (
    <FieldGroup title="Limiti">
      <OptionalSiteNumber
        name="app_customer_max_bookings"
        label="Limite per cliente"
        hint="Quante visite da venire può avere chi prenota dal sito."
        numberLabel={SITE_LABELS.app_customer_max_bookings}
        initial={3}
      />
      <OptionalSiteNumber
        name="app_services_per_visit"
        label="Più servizi nella stessa visita"
        hint="Chi prenota dal sito può aggiungere altri servizi, uno dopo l’altro."
        numberLabel={SITE_LABELS.app_services_per_visit}
        numberHint={`Da 2 a ${MAX_SERVICES}.`}
        initial={2}
        off={1}
      />
    </FieldGroup>
  )
}
