/** The names of a schema's fields. */
export const fieldNames = <Fields extends object>(fields: Fields) => Object.keys(fields) as (keyof Fields & string)[]

/** The part of a record that a schema has. */
export const pickFields = <Fields extends object, Item extends { [K in keyof Fields]: unknown }>(
  item: Item,
  fields: Fields,
) => Object.fromEntries(fieldNames(fields).map((name) => [name, item[name]])) as Pick<Item, keyof Fields & keyof Item>
