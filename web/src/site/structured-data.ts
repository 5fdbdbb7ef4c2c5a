import { type OpeningWeek, type OpeningWindow, weekdays, windowsOn } from '@prenoto/core/availability/opening-hours.ts'
import type { ShownHours } from '@prenoto/core/availability/shown-hours.ts'
import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import { callLink } from '@prenoto/core/fields/telephone.ts'
import type { PageData } from '@prenoto/core/pages/page-data.ts'
import { getPrice, type PublicService } from '@prenoto/core/services/service-schema.ts'
import { capitalize } from '@prenoto/core/time/format.ts'
import { addDays, isoWeekday, type PlainDate } from '@prenoto/core/time/plain-date.ts'
import { toPlainTime, toShortTime } from '@prenoto/core/time/plain-time.ts'
import { paths } from '../lib/paths.ts'
import { webAddress } from './lib/web-address.ts'

const DAYS = weekdays.map(capitalize)

/** Description of the page for search engines, in the vocabulary of schema.org. */
export function structuredData({ origin, services, service, hours }: PageData, configuration: Configuration) {
  const business = {
    ...localBusiness(origin, configuration),
    '@id': `${origin}/#business`,
    // The hours of a booking page are those of the service's calendars, not of the business.
    ...(hours && !service && openingHours(hours)),
  }
  const offers = service ? [service] : (services?.services ?? [])
  return {
    '@context': 'https://schema.org',
    ...business,
    ...(offers.length > 0 && { makesOffer: offers.map((offered) => toOffer(origin, offered)) }),
  }
}

function localBusiness(origin: string, configuration: Configuration) {
  const {
    app_name,
    app_logo,
    app_cover,
    welcome_text,
    phone,
    email,
    address,
    facebook,
    instagram,
    linkedin,
    app_google_reviews,
  } = configuration
  const sameAs = [facebook, instagram, linkedin, app_google_reviews].map(webAddress).filter(Boolean)
  return {
    '@type': 'LocalBusiness',
    name: app_name,
    url: origin,
    description: welcome_text || undefined,
    image: absolute(app_cover || app_logo, origin),
    logo: absolute(app_logo, origin),
    telephone: phone ? callLink(phone).slice('tel:'.length) : undefined,
    email: email || undefined,
    address: address ? postalAddress(address) : undefined,
    sameAs: sameAs.length > 0 ? sameAs : undefined,
  }
}

/** Parses 'Via Po 1, 10123 Torino (TO)'; any other text becomes the street address. */
function postalAddress(address: string) {
  const country = { '@type': 'PostalAddress', addressCountry: 'IT' }
  const parts = /^(.+?)[\s,–-]+(\d{5})\s+([^,(]+?)(?:\s*\(?([A-Z]{2})\)?)?$/.exec(address.trim())
  if (!parts) return { ...country, streetAddress: address }
  const [, streetAddress, postalCode, addressLocality, addressRegion] = parts
  return { ...country, streetAddress, postalCode, addressLocality, addressRegion }
}

function toOffer(origin: string, service: PublicService) {
  return {
    '@type': 'Offer',
    price: getPrice(service),
    priceCurrency: 'EUR',
    url: origin + paths.booking(service.id),
    itemOffered: {
      '@type': 'Service',
      name: service.name,
      description: service.description || undefined,
      category: service.category || undefined,
      image: absolute(service.picture, origin),
      provider: { '@id': `${origin}/#business` },
    },
  }
}

const absolute = (address: string, origin: string) => (address ? URL.parse(address, origin)?.href : undefined)

/** '09:00'; midnight at the end of a day is '23:59'. */
const clock = (minutes: number) => toShortTime(toPlainTime(Math.min(minutes, 1439)))

/** The opening hours of a week, or of this week and the next if they alternate, and the coming days that differ from them. */
function openingHours({ week, next_week, days }: ShownHours) {
  const today = days[0]!.date
  const nextMonday = addDays(today, 8 - isoWeekday(today))
  const spans = (windows: readonly OpeningWindow[]) =>
    windows.map(({ from, to }) => ({ opens: clock(from), closes: clock(to) }))
  const list = (week: OpeningWeek, validity?: { validFrom: PlainDate; validThrough: PlainDate }) =>
    week.flatMap((windows, i) =>
      spans(windows).map((span) => ({
        '@type': 'OpeningHoursSpecification',
        dayOfWeek: DAYS[i],
        ...span,
        ...validity,
      })),
    )
  const usual = next_week
    ? [
        ...list(week, { validFrom: addDays(nextMonday, -7), validThrough: addDays(nextMonday, -1) }),
        ...list(next_week, { validFrom: nextMonday, validThrough: addDays(nextMonday, 6) }),
      ]
    : list(week)
  const special = days.flatMap(({ date, windows }) => {
    const shownSpans = spans(windows)
    const usualWeek = (date >= nextMonday && next_week) || week
    if (JSON.stringify(shownSpans) === JSON.stringify(spans(windowsOn(date, usualWeek)))) return []
    // schema.org writes a closed day as 00:00 to 00:00.
    return (shownSpans.length > 0 ? shownSpans : [{ opens: '00:00', closes: '00:00' }]).map((span) => ({
      '@type': 'OpeningHoursSpecification',
      validFrom: date,
      validThrough: date,
      ...span,
    }))
  })
  return {
    ...(usual.length > 0 && { openingHoursSpecification: usual }),
    ...(special.length > 0 && { specialOpeningHoursSpecification: special }),
  }
}
