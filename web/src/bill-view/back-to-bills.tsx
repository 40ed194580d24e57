import { billViewTexts } from '@portal/contract/bill-view-texts'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button/button.tsx'
import { BackIcon } from '#ui/icons.tsx'

/** 'Go Back to My Bills' (C§2.7); to those of the given account, if there is one. */
export function BackToBills({ account }: { readonly account?: string }) {
  return (
    <ButtonLink
      to={paths.dashboard}
      search={{ view: 'bills', ...(account ? { account } : {}) }}
      look="secondary"
      icon={<BackIcon />}
    >
      {billViewTexts.back}
    </ButtonLink>
  )
}
