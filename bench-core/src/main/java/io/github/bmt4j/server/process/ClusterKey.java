package io.github.bmt4j.server.process;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.util.Base64;
import java.util.HexFormat;

/**
 * Key and certificate by which the nodes of one cluster know each other. Java creates keys, but no
 * certificates. This one (X.509, version 1) has the same lengths for every key of this kind, so
 * that all parts but the key and the signature are constant.
 */
final class ClusterKey {
  private static final HexFormat HEX = HexFormat.of();
  private static final String ALGORITHM = "300506032b6570";

  /** Common name: bmt. */
  private static final String NAME = "300e310c300a06035504030c03626d74";

  /** Serial number 1, issuer, validity from 2020 until the end of 9999 (unlimited), subject. */
  private static final String SIGNED =
      "3078020101"
          + ALGORITHM
          + NAME
          + "3020170d3230303130313030303030305a180f39393939313233313233353935395a"
          + NAME;

  private ClusterKey() {}

  /** A new key and its certificate, in one text of PEM. */
  static String create() {
    try {
      KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
      String signed = SIGNED + HEX.formatHex(pair.getPublic().getEncoded());
      Signature signature = Signature.getInstance("Ed25519");
      signature.initSign(pair.getPrivate());
      signature.update(HEX.parseHex(signed));
      String sealed = ALGORITHM + "034100" + HEX.formatHex(signature.sign());
      return pem("PRIVATE KEY", pair.getPrivate().getEncoded())
          + pem("CERTIFICATE", HEX.parseHex("3081c4" + signed + sealed));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java has no Ed25519", e);
    }
  }

  private static String pem(String kind, byte[] content) {
    return "-----BEGIN "
        + kind
        + "-----\n"
        + Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
            .encodeToString(content)
        + "\n-----END "
        + kind
        + "-----\n";
  }
}
