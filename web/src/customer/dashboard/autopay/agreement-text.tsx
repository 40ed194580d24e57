import classes from './autopay.module.css'

/** In paragraphs, as the utility wrote it. */
export function AgreementText({ words }: { readonly words: string }) {
  return (
    <div className={classes.words}>
      {words.split(/\n{2,}/).map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </div>
  )
}
