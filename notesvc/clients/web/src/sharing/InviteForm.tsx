/** Lets somebody in, by handle or by e-mail address. */
import { Autocomplete, Button, NativeSelect } from "@mantine/core";
import { type FormEvent, type RefObject, useId, useRef, useState } from "react";
import { isProblem } from "../api";
import { t } from "../i18n";
import { sentence } from "../i18n/problem";
import { busy } from "../ui/busy";
import { invite, type Shared } from "./changing";
import { type Known, useKnown } from "./known";
import { roleChoices } from "./roleChoices";

export function InviteForm({ noteId }: { noteId: string }) {
  const [who, setWho] = useState("");
  const [role, setRole] = useState<Shared>("editor");
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<string>();
  const [said, say] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const fault = useId();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    say("");
    if (who.trim() === "") return setError(t("sharing.invite.nobody"));
    setSending(true);
    try {
      const member = await invite(noteId, who, role);
      say(member.state === "pending" ? t("sharing.invite.mailed", { email: who.trim() }) : welcome(member));
      setWho("");
    } catch (error) {
      setError(reason(error));
    }
    setSending(false);
    field.current?.focus();
  };
  return (
    <form className="share-invite" onSubmit={(event) => void submit(event)} noValidate aria-busy={isSending}>
      <WhoField
        field={field}
        noteId={noteId}
        who={who}
        hasFault={error !== undefined}
        said={fault}
        onType={(typed) => {
          setWho(typed);
          setError(undefined);
        }}
      />
      <NativeSelect
        aria-label={t("sharing.role.label")}
        data={roleChoices()}
        value={role}
        onChange={(event) => setRole(event.currentTarget.value as Shared)}
      />
      <Button type="submit" {...busy(isSending)}>
        {t("sharing.invite.verb")}
      </Button>
      <p className={error === undefined ? "share-said" : "share-said share-fault"} id={fault} role="status">
        {error ?? (said || t("sharing.invite.hint"))}
      </p>
    </form>
  );
}

interface WhoProps {
  field: RefObject<HTMLInputElement | null>;
  noteId: string;
  who: string;
  hasFault: boolean;
  /** The id of what is said of it. */
  said: string;
  onType: (typed: string) => void;
}

function WhoField({ field, noteId, who, hasFault, said, onType }: WhoProps) {
  const known = useKnown(noteId);
  const fitting = known.filter((each) => fits(each, who)).slice(0, MOST);
  const [isOpen, setOpen] = useState(false);
  return (
    <Autocomplete
      ref={field}
      data-autofocus
      label={t("sharing.invite.who")}
      data={fitting.map(({ value }) => value)}
      filter={({ options }) => options}
      dropdownOpened={isOpen && fitting.length > 0}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      renderOption={({ option: { value } }) => <Suggestion known={known} value={value} />}
      limit={6}
      comboboxProps={{ position: "bottom-start", keepMounted: false }}
      error={hasFault}
      aria-describedby={said}
      value={who}
      maxLength={254}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      onChange={onType}
    />
  );
}

const MOST = 6;

/** Nothing is suggested before something is typed; names and what stands for them are looked through. */
function fits({ name, value }: Known, typed: string): boolean {
  const wanted = typed.trim().toLowerCase();
  return wanted !== "" && value !== wanted && `${name} ${value}`.toLowerCase().includes(wanted);
}

function Suggestion({ known, value }: { known: readonly Known[]; value: string }) {
  return (
    <span className="share-suggestion">
      <bdi>{known.find((each) => each.value === value)?.name || value}</bdi>
      <span dir="ltr">{value}</span>
    </span>
  );
}

const welcome = (member: { name: string | null; handle: string | null }) =>
  t("sharing.invite.done", { name: t("common.person", { name: member.name || `@${member.handle}` }) });

/** The service names the field; people know it by what they typed. */
function reason(error: unknown): string {
  const fields = isProblem(error, 422) ? error.errors : [];
  const [first] = fields;
  if (!first) return sentence(error);
  if (first.message.includes("your own")) return t("sharing.invite.yourself");
  if (first.message.includes("at most")) return t("sharing.invite.full");
  return t(first.field === "email" ? "sharing.invite.noAddress" : "sharing.invite.noSuch");
}
