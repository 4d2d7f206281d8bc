import { z } from 'zod';

interface Variant extends z.ZodType {
  readonly shape: { readonly kind: z.ZodLiteral<string> };
}

type Union<Variants extends readonly Variant[]> = z.ZodDiscriminatedUnion<Variants, 'kind'>;

/**
 * Names the messages of one side for the API description: the union `ServerMessage`, and each variant, such as `ServerPlayed`,
 * unless it has a name.
 */
export function withOpenApiNames<Variants extends readonly [Variant, ...Variant[]]>(
  side: 'Client' | 'Server',
  union: Union<Variants>,
): Union<Variants> {
  const named = union.options.map((variant) => {
    const words = variant.shape.kind.value.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
    return variant.meta()?.id === undefined ? variant.meta({ id: `${side}${words.join('')}` }) : variant;
  }) as readonly Variant[] as Variants;
  return z
    .discriminatedUnion('kind', named as Variants & Parameters<typeof z.discriminatedUnion>[1])
    .meta({ ...union.meta(), id: `${side}Message` }) as Union<Variants>;
}
