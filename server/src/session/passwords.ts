import { hash, verify } from '@node-rs/argon2'

/** argon2id, with the library's parameters: 19 MiB, two passes. Takes tens of milliseconds; never inside a transaction. */
export const hashPassword = (password: string) => hash(password)

/** Whether a password is the one a hash was made from. */
export const verifyPassword = (passwordHash: string, password: string) => verify(passwordHash, password)
