/** What is wrong with the whole, told to those who cannot see it too. */
export function FormError({ text }: { text?: string }) {
  return <div role="alert">{text && <p className="account-notice is-fault">{text}</p>}</div>;
}
