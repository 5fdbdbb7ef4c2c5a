import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { StaffContext } from '../../tenants/context.ts'
import { saveConfiguration } from '../configuration/save-configuration.ts'

export async function changePatronDay(ctx: StaffContext, patron_day: PlainDate | null) {
  await saveConfiguration(ctx, { patron_day })
}
