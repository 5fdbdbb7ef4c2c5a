import { contrast, READABLE, toHexColor, WHITE } from '@prenoto/core/configuration/colors.ts'
import { DEFAULT_PRIMARY_COLOR } from '@prenoto/core/configuration/configuration-schema.ts'
import type { SiteForm } from '@prenoto/core/configuration/site-schema.ts'
import { isVatNumber } from '@prenoto/core/configuration/vat-number.ts'
import type { ReactNode } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { Checkbox, TextArea, TextField } from '../../../ui/field.tsx'
import { ColorField } from '../../ui/fields/admin-fields.tsx'
import { FieldGroup } from '../../ui/fields/field-group.tsx'
import { FieldRow } from '../../ui/fields/field-row.tsx'
import { NumberField } from '../../ui/fields/number-field.tsx'
import { PictureField } from '../../ui/fields/picture-field.tsx'
import { fieldsOf, numberOr } from '../../ui/forms/admin-form.ts'
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
  return { field: fieldsOf(form), control: form.control }
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
  const isUnreadable = isCustom && color && textColor && contrast(color, textColor) < READABLE
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

export function RulesFields({ hints }: { hints: Record<'reminder' | 'months' | 'notice', string> }) {
  const { field } = useSiteForm()
  return (
    <FieldGroup title="Regole per prenotare">
      <NumberField
        label={SITE_LABELS.app_day_reminder}
        required
        hint={hints.reminder}
        {...field('app_day_reminder', { valueAsNumber: true })}
      />
      <NumberField
        label={SITE_LABELS.app_booking_max_months}
        required
        hint={hints.months}
        {...field('app_booking_max_months', { valueAsNumber: true })}
      />
      <NumberField
        label={SITE_LABELS.app_booking_hours_notice}
        required
        hint={hints.notice}
        {...field('app_booking_hours_notice', { valueAsNumber: true })}
      />
      <Checkbox label={SITE_LABELS.app_simultaneous_bookings_enabled} {...field('app_simultaneous_bookings_enabled')} />
    </FieldGroup>
  )
}

export function AfterBookingFields() {
  const { field } = useSiteForm()
  return (
    <FieldGroup
      title="Dopo la prenotazione"
      note="I clienti ritrovano tutte le loro visite all’indirizzo /my_bookings del tuo sito, con un link che ricevono per email."
    >
      <NumberField
        label={SITE_LABELS.app_change_hours_notice}
        required
        hint="Quante ore prima della visita il cliente non può più spostarla né disdirla dal sito, ma solo chiamarti; 0 per lasciarglielo fare fino all’inizio."
        {...field('app_change_hours_notice', { valueAsNumber: true })}
      />
      <NumberField
        label={SITE_LABELS.app_confirmation_hours}
        required
        hint="Il promemoria chiede «Confermo»; chi non risponde in tempo risulta «Da confermare» e tiene il posto: decidi tu se liberarlo per la lista d’attesa. 0 per non chiederlo. Serve il promemoria."
        {...field('app_confirmation_hours', { valueAsNumber: true })}
      />
    </FieldGroup>
  )
}

export function WaitingListFields() {
  const { field } = useSiteForm()
  return (
    <FieldGroup
      title="Lista d’attesa"
      note="Nei giorni pieni il cliente può chiedere di essere avvisato. Il posto che si libera viene tenuto per il primo in lista, poi passa al successivo."
    >
      <NumberField
        label={SITE_LABELS.app_waiting_list_minutes}
        required
        hint="Di notte il tempo parte dalle 8 del mattino; 0 per non avere la lista."
        {...field('app_waiting_list_minutes', { valueAsNumber: true })}
      />
    </FieldGroup>
  )
}

export function LimitFields() {
  const { field } = useSiteForm()
  return (
    <FieldGroup title="Limiti">
      <NumberField
        label={SITE_LABELS.app_customer_max_bookings}
        hint="Quante visite da venire può avere chi prenota dal sito; 0 per nessun limite."
        {...field('app_customer_max_bookings', numberOr(0))}
      />
      <NumberField
        label={SITE_LABELS.app_services_per_visit}
        hint="Con 2, 3 o 4 chi prenota dal sito può aggiungere altri servizi, uno dopo l’altro; 1 per uno alla volta."
        {...field('app_services_per_visit', numberOr(1))}
      />
    </FieldGroup>
  )
}
