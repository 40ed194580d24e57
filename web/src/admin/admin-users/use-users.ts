import { type AdminUser, readAdminUsers, readRoles } from '@portal/contract/admin-users'
import type { ReplyOf } from '@portal/contract/call'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { send } from '#api/send.ts'

const queryKey = ['admin-users'] as const

/** The list of roles (A§3). */
export type Roles = ReplyOf<typeof readRoles>

/** All administrators except the signed-in one, whose row is hidden (A§2). */
export function useUsers(ownId: number) {
  const client = useQueryClient()
  const users = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<AdminUser[]> => await send(readAdminUsers, { signal }),
    select: (all) => all.filter(({ id }) => id !== ownId),
  })
  return { users, refresh: async () => await client.invalidateQueries({ queryKey }) }
}

export function roleChoices(roles: Roles): { value: string; label: string }[] {
  return roles.map(({ id, admin_role }) => ({ value: String(id), label: admin_role }))
}

/** All roles, for the selects. */
export function useRoles() {
  return useQuery({
    queryKey: ['admin-roles'],
    queryFn: async ({ signal }): Promise<Roles> => await send(readRoles, { signal }),
    staleTime: Infinity,
  })
}
