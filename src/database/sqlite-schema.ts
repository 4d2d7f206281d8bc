/**
 * All tables of a new file in one statement, where the migrations would take some thirty; a test holds it to what they come
 * to, word for word.
 */
export const NEW_SCHEMA = `
  CREATE TABLE "kysely_migration" ("name" varchar(255) not null primary key, "timestamp" varchar(255) not null);
  CREATE TABLE "kysely_migration_lock" ("id" varchar(255) not null primary key, "is_locked" integer default 0 not null);
  CREATE TABLE "game" ("number" integer primary key, "kind" text not null, "board" text not null,
    "black" text not null, "black_key" text not null, "black_protocol" text not null, "white" text not null,
    "white_key" text not null, "white_protocol" text not null, "result" text not null, "reason" text not null,
    "size" integer not null, "turns" integer not null, "imported" integer not null, "began" bigint not null,
    "ended" bigint not null, "rated_as" text, "black_score" double precision, "white_score" double precision,
    "margin" double precision, "black_rating" double precision, "black_gain" double precision, "white_rating" double precision,
    "white_gain" double precision);
  CREATE INDEX "game_black_key_number" on "game" ("black_key", "number");
  CREATE INDEX "game_white_key_number" on "game" ("white_key", "number");
  CREATE INDEX "game_black_protocol_number" on "game" ("black_protocol", "number");
  CREATE INDEX "game_white_protocol_number" on "game" ("white_protocol", "number");
  CREATE INDEX "game_kind_size_number" on "game" ("kind", "size", "number");
  CREATE INDEX "game_size_number" on "game" ("size", "number");
  CREATE INDEX "game_result_number" on "game" ("result", "number");
  CREATE INDEX "game_ended_number" on "game" ("ended", "number");
  CREATE TABLE "game_record" ("number" integer primary key, "record" text not null);
  CREATE TABLE "original" ("number" integer primary key, "charset" text not null, "bytes" integer not null,
    "gzip" blob, "notes" text not null);
  CREATE TABLE "conversation" ("number" integer primary key, "conversation" text not null);
  CREATE TABLE "player" ("key" text primary key, "name" text not null, "games" integer not null,
    "won" integer not null, "lost" integer not null, "drawn" integer not null);
  CREATE TABLE "rating" ("key" text not null, "class" text not null, "rating" double precision not null,
    "deviation" double precision not null, "volatility" double precision not null, "games" integer not null,
    "at" bigint not null, constraint "rating_of_player" primary key ("key", "class"));
  CREATE INDEX "rating_ranking" on "rating" ("class", "rating", "key");
  CREATE TABLE "rating_history" ("key" text not null, "class" text not null, "games" integer not null,
    "game" integer not null, "at" bigint not null, "rating" double precision not null,
    constraint "rating_history_of_player" primary key ("key", "class", "games"));
  CREATE TABLE "caught_up" ("id" integer primary key, "number" integer not null);
  CREATE TABLE "account" ("id" integer primary key autoincrement, "key" text not null unique,
    "name" text not null, "password" text not null, "created" bigint not null);
  CREATE TABLE "sign_in" ("digest" text primary key, "account" integer not null, "until" bigint not null);
  CREATE TABLE "token" ("id" integer primary key autoincrement, "account" integer not null,
    "digest" text not null unique, "label" text not null, "created" bigint not null, "used" bigint);
  CREATE TABLE "admission" ("account" integer not null, "address" text not null, "until" bigint not null,
    constraint "admission_of_account" primary key ("account", "address"));
  CREATE TABLE "ban" ("id" integer primary key autoincrement, "name" text, "address" text,
    "until" bigint not null, "reason" text);
  CREATE INDEX "sign_in_account" on "sign_in" ("account");
  CREATE INDEX "token_account" on "token" ("account");
  CREATE INDEX "sign_in_until" on "sign_in" ("until");
  CREATE INDEX "admission_until" on "admission" ("until");
  INSERT INTO "kysely_migration_lock" VALUES ('migration_lock', 0);
  INSERT INTO "kysely_migration" VALUES ('001-archive', strftime('%Y-%m-%dT%H:%M:%fZ'));
  INSERT INTO "kysely_migration" VALUES ('002-accounts', strftime('%Y-%m-%dT%H:%M:%fZ'));
`;
