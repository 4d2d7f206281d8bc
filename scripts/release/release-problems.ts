/** The properties of a commit that are checked before a release. */
export interface ReleaseCandidate {
  /** The version of package.json. */
  readonly version: string;
  /** The tag of the current commit, if it has one. */
  readonly tag: string | undefined;
  /** Whether a tracked file has changed since the commit. */
  readonly isDirty: boolean;
  readonly changelog: string;
  /** The `repository` of package.json. npm makes the relative links and pictures of the README point there. */
  readonly repository: unknown;
  readonly packages: readonly PackedPackage[];
}

/** A package as `npm pack` makes it. */
export interface PackedPackage {
  readonly name: string;
  readonly version: string;
  /** Bytes of the compressed archive. */
  readonly size: number;
  /** The largest allowed size in bytes. */
  readonly limit: number;
  /** Paths in the package. */
  readonly files: readonly string[];
  /** Files that the package must contain. */
  readonly needed: readonly string[];
}

/** Sources, tests and private files do not belong in a package. */
const FORBIDDEN =
  /\.(?:test|program|slow|browser)\.|^(?:src|test|scripts|node_modules)\/|\.(?:db|pem|key|env)$|(?:^|\/)\./;

/** The reasons why a version cannot be released. */
export function releaseProblems({
  version,
  tag,
  isDirty,
  changelog,
  repository,
  packages,
}: ReleaseCandidate): string[] {
  const section = changelog.split(/^## /m).find((each) => each.split('\n', 1)[0]?.split(' ', 1)[0] === version);
  return [
    ...(isDirty ? ['the working tree has changes that are not committed'] : []),
    ...(tag === `v${version}` ? [] : [`the commit has the tag ${tag ?? '(none)'}, and package.json says v${version}`]),
    ...(section === undefined ? [`CHANGELOG.md has no section ## ${version}`] : []),
    ...(section !== undefined && section.trim().split('\n').length < 2
      ? [`the section ## ${version} of CHANGELOG.md is empty`]
      : []),
    ...(repository === undefined ? ['package.json has no repository: on npm, links of README.md lead nowhere'] : []),
    ...packages.flatMap((each) => packageProblems(each, version)),
  ];
}

function packageProblems(packed: PackedPackage, version: string): string[] {
  const { name, size, limit, files, needed } = packed;
  return [
    ...(packed.version === version ? [] : [`${name} has the version ${packed.version}`]),
    ...(size <= limit ? [] : [`${name} has ${size} bytes, more than ${limit}`]),
    ...needed.filter((file) => !files.includes(file)).map((file) => `${name} lacks ${file}`),
    ...files.filter((file) => FORBIDDEN.test(file)).map((file) => `${name} contains ${file}`),
  ];
}
