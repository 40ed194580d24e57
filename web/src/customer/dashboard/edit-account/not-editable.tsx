import type { EditAccountRecord } from '@portal/contract/edit-account'
import { displayName } from '@portal/contract/text'
import { DescriptionList } from '#ui/text/description-list.tsx'

/** The username and name, which only customer service can change (C§2.5). */
export function NotEditable({ details }: { readonly details: EditAccountRecord }) {
  return (
    <DescriptionList
      items={[
        { term: 'Username', value: details.username },
        { term: 'Customer name', value: displayName(details.fullName) },
      ]}
    />
  )
}
