import type { PersonId } from '@portal/contract/ids'
import type { Db, Tx } from '../database/connect.ts'
import type { Deps } from '../deps.ts'

type Profile = Deps['profile']

/** The profile in the language that a customer chose for emails and texts; the utility's own for others (R46). */
export async function profileFor(
  db: Db | Tx,
  profile: Profile,
  who: { webUserId: number } | { personId: PersonId },
): Promise<Profile> {
  if (profile.translations.size === 0) return profile
  const [column, value] = 'webUserId' in who ? (['id', who.webUserId] as const) : (['person_id', who.personId] as const)
  const row = await db.selectFrom('web_user').select('language').where(column, '=', value).executeTakeFirst()
  return profileIn(profile, row?.language ?? null)
}

/** @param language one that the profile may have no more */
export function profileIn(profile: Profile, language: string | null): Profile {
  return profile.translations.get(language ?? '') ?? profile
}

/** The utility's own first, each with its name in its own words. */
export function languagesOf(profile: Profile): { tag: string; name: string; profile: Profile }[] {
  return [profile, ...profile.translations.values()].map((each) => {
    const { locale: tag } = each
    return { tag, name: new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag, profile: each }
  })
}
