import { type PageTextName, readPageText } from '@portal/contract/page-texts'
import { useQuery } from '@tanstack/react-query'
import { asProblem, send } from '#api/send.ts'
import { paths } from '#paths.ts'
import { Queries } from '#session/queries.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { BackIcon } from '#ui/icons.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import classes from './page.module.css'
import { TextBlocks } from './text-blocks.tsx'

/** `/terms-and-conditions` (C§2.1). */
export function TermsPage() {
  return (
    <Queries>
      <TextPage name="termsAndConditions" title="Terms and Conditions" />
    </Queries>
  )
}

/** `/privacy-policy` (C§2.1). */
export function PrivacyPage() {
  return (
    <Queries>
      <TextPage name="privacyPolicy" title="Privacy Policy" />
    </Queries>
  )
}

/** A page whose text the utility writes (design R23); `title` stands until its own title is there. */
function TextPage({ name, title }: { readonly name: PageTextName; readonly title: string }) {
  const text = useQuery({
    queryKey: ['page-text', name],
    queryFn: async ({ signal }) => await send(readPageText, { params: { name }, signal }),
    staleTime: Infinity,
    networkMode: 'always',
  })
  return (
    <div className={classes.page}>
      <PageHeading title={text.data?.title ?? title} />
      {text.data ? <TextBlocks blocks={text.data.blocks} /> : null}
      {text.isError ? (
        <Notice tone="error" role="alert" title={asProblem(text.error).message}>
          <Button look="secondary" onClick={() => void text.refetch()}>
            Try again
          </Button>
        </Notice>
      ) : null}
      {text.isPending ? <Loading /> : null}
      <div className={classes.actions} data-no-print>
        <ButtonLink to={paths.home} look="secondary" icon={<BackIcon />}>
          Go Back
        </ButtonLink>
      </div>
    </div>
  )
}

function Loading() {
  return (
    <>
      <p role="status" className={classes.status}>
        Loading the text…
      </p>
      <div className={classes.skeleton} aria-hidden="true">
        <span />
        <span />
        <span />
      </div>
    </>
  )
}
