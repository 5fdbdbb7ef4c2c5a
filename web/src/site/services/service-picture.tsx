import type { PublicService } from '@prenoto/core/services/service-schema.ts'
import { PICTURE_WIDTHS, pictureWidths } from '@prenoto/core/uploads/picture-address.ts'
import { initialOf } from '../../lib/initial.ts'
import styles from './service-picture.module.css'

/** The colour of a service that was given none, in a business that has none either. */
const GREY = '#57534e'

/** White is what a service has that nobody gave a colour. */
const isColor = (color: string) => /^#(?!f+$)/i.test(color) && color

type Pictured = Pick<PublicService, 'name' | 'color' | 'picture'>
type ServicePictureProps = { service: Pictured; brand: string; sizes: string; isAtOnce?: boolean }

/** The picture of a service or, where it has none, its initial in its colour. What it shows is said beside it. */
export function ServicePicture({ service, brand, sizes, isAtOnce = false }: ServicePictureProps) {
  const { picture } = service
  if (!picture) return <ServiceTile service={service} brand={brand} isLarge />
  return (
    <img
      className={styles.picture}
      src={picture}
      srcSet={pictureWidths(picture)}
      sizes={sizes}
      width={PICTURE_WIDTHS.large}
      height={PICTURE_WIDTHS.large * 0.625}
      loading={isAtOnce ? 'eager' : 'lazy'}
      decoding="async"
      alt=""
    />
  )
}

type ServiceTileProps = { service: Pictured; brand: string; isLarge?: boolean }

/** The initial of a service on a light tone of its colour or, when it was given none, of the business's. */
export function ServiceTile({ service, brand, isLarge = false }: ServiceTileProps) {
  const color = isColor(service.color) || isColor(brand) || GREY
  return (
    <svg
      className={isLarge ? styles.picture : styles.tile}
      viewBox={isLarge ? '0 0 160 100' : '0 0 48 48'}
      aria-hidden="true"
    >
      <rect width="100%" height="100%" fill={color} fillOpacity="0.13" />
      <text className={styles.initial} x="50%" y="50%" fontSize={isLarge ? 44 : 22} fill={color}>
        {initialOf(service.name)}
      </text>
    </svg>
  )
}
