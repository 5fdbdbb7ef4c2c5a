/** The record that a webhook's secret is bound to. */
export const webhookPurpose = ({ tenant }: { tenant: { id: number } }, id: number) =>
  `tenant ${tenant.id} webhook secret ${id}`
