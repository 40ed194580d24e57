import { readProfile } from '../settings/profile.ts'

/** The default profile. Reading it takes a tenth of a second or more, because all its messages are checked. */
export const defaultProfile = readProfile()
