import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import type { PageData } from '@prenoto/core/pages/page-data.ts'
import { type PublicService, priceOf } from '@prenoto/core/services/service-schema.ts'
import { paths } from '../lib/paths.ts'
import { webAddress } from './lib/web-address.ts'

/** What the page is about, in the words of schema.org. */
export function structuredData({ origin, services, service }: PageData, configuration: Configuration) {
  const business = { ...localBusiness(origin, configuration), '@id': `${origin}/#business` }
  const offers = service ? [service] : (services?.services ?? [])
  return {
    '@context': 'https://schema.org',
    ...business,
    ...(offers.length > 0 && { makesOffer: offers.map((offered) => offerOf(origin, offered)) }),
  }
}

function localBusiness(origin: string, configuration: Configuration) {
  const { app_name, app_logo, welcome_text, phone, email, address, facebook, instagram, linkedin } = configuration
  const sameAs = [facebook, instagram, linkedin].map(webAddress).filter(Boolean)
  return {
    '@type': 'LocalBusiness',
    name: app_name,
    url: origin,
    description: welcome_text || undefined,
    image: app_logo ? URL.parse(app_logo, origin)?.href : undefined,
    telephone: phone || undefined,
    email: email || undefined,
    address: address || undefined,
    sameAs: sameAs.length > 0 ? sameAs : undefined,
  }
}

function offerOf(origin: string, service: PublicService) {
  return {
    '@type': 'Offer',
    price: priceOf(service),
    priceCurrency: 'EUR',
    url: origin + paths.booking(service.id),
    itemOffered: { '@type': 'Service', name: service.name, description: service.description || undefined },
  }
}
