/** One field of a template, and the text around it. */
export interface TemplatePart {
  readonly name: string;
  readonly presence: 'required' | 'optional' | 'list';
  /** The text before the field. It is present even if the field is optional and absent. */
  readonly lead: string;
  /** The texts before and after the field inside the brackets of an optional field or a list. */
  readonly before: string;
  readonly after: string;
}

export interface MessageTemplate {
  readonly parts: readonly TemplatePart[];
  /** The text after the last field. */
  readonly end: string;
}

const FIELD = /\{(\w+)\}|\[([^{\]]*)\{(\w+)\}([^\]]*)\](…?)/g;

export function parseTemplate(template: string): MessageTemplate {
  const parts: TemplatePart[] = [];
  let at = 0;
  for (const found of template.matchAll(FIELD)) {
    const [whole, required, before = '', optional = '', after = '', dots] = found;
    const lead = template.slice(at, found.index);
    if (required !== undefined) parts.push({ name: required, presence: 'required', lead, before: '', after: '' });
    else parts.push({ name: optional, presence: dots === '…' ? 'list' : 'optional', lead, before, after });
    at = found.index + whole.length;
  }
  return { parts, end: template.slice(at) };
}

/** The template in the form for the documentation, without braces. */
export const formatTemplate = (template: string): string => template.replaceAll(/[{}]/g, '');
