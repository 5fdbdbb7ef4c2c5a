import { getInitial } from '@prenoto/core/configuration/initial.ts'
import type { PublicService } from '@prenoto/core/services/service-schema.ts'
import { PICTURE_WIDTHS, pictureWidths } from '@prenoto/core/uploads/picture-address.ts'
import styles from './service-picture.module.css'

type Pictured = Pick<PublicService, 'name' | 'picture'>
type ServicePictureProps = { service: Pictured; sizes: string; isEager?: boolean }

/** The picture of a service or its initial. It is decorative, as the name is shown beside it. */
export function ServicePicture({ service, sizes, isEager = false }: ServicePictureProps) {
  const { picture } = service
  if (!picture) return <ServiceTile service={service} isLarge />
  return (
    <img
      className={styles.picture}
      src={picture}
      srcSet={pictureWidths(picture)}
      sizes={sizes}
      width={PICTURE_WIDTHS.large}
      height={PICTURE_WIDTHS.large * 0.625}
      loading={isEager ? 'eager' : 'lazy'}
      decoding="async"
      alt=""
    />
  )
}

type ServiceTileProps = { service: Pictured; isLarge?: boolean }

/** The initial of a service on a light tint of the business's colour. */
export const ServiceTile = ({ service, isLarge = false }: ServiceTileProps) => (
  <svg
    className={isLarge ? `${styles.picture} ${styles.tinted}` : `${styles.tile} ${styles.tinted}`}
    viewBox={isLarge ? '0 0 160 100' : '0 0 48 48'}
    preserveAspectRatio="xMidYMid slice"
    aria-hidden="true"
  >
    <text className={styles.initial} x="50%" y="50%" fontSize={isLarge ? 44 : 22}>
      {getInitial(service.name)}
    </text>
  </svg>
)
